"""Generated block tables; see ``NOTICE.txt`` for where they come from."""

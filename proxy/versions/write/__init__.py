"""Writers of clientbound packets, by topic. Each gives names and bodies; the family adds the ids."""

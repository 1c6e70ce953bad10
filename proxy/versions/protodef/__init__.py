"""Layouts as data: what changes with nearly every release and nobody should have to write by hand.

``data/layouts.json``, made by ``tools/generate_layouts.py`` from minecraft-data's ProtoDef, holds the components of
item stacks, metadata values and particles in a notation of its own, shorter and without ProtoDef's indirections.
``compiler`` makes readers of them and ``packer`` writers, once for each version.

================================  =============================================================================
``"varint"``                      a primitive, or the name of another layout
``{"a": …, "b": …}``              a container: its fields in this order, as a dict. A field without a name
                                  (``""``) is a container itself and adds its fields to the one around it
``["array", item]``               a VarInt count and that many items, as a tuple
``["option", value]``             a boolean, and if it is true the value; else None
``["enum", "a", "b"]``            a VarInt that counts the names; one that has no name stays a number
``["switch", f, {…}, default]``   the layout that the field ``f`` before it names; without a default, nothing
                                  for the other names of an enum, and an error for what is no name at all
``["holder", direct]``            an entry of a registry: VarInt 0 and the entry itself, or its id and one
                                  more, as the id
``["holders", tag, id]``          several entries: VarInt 0 and a tag's name, or how many and one more, and
                                  their ids
================================  =============================================================================
"""

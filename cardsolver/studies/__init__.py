"""Studies: what can be won under which rules, over many shuffles of The Game.

A plan names rule sets and seeds; a record keeps a verdict for each deal as it is decided; a report
is a function of the record.
"""

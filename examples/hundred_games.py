"""A hundred games into a table. With pandas: `pandas.DataFrame(result.games)`."""

from collections import Counter

import cardsolver as cs

result = cs.tournament("fifty-fifty", ["greedy", "random"], seeds="0:50", players=2)
rows = result.games
print(f"{len(rows)} rows, the columns: {', '.join(rows[0])}")
wins = Counter(row["bot"] for row in rows if row["won"])
for bot, count in wins.most_common():
    print(f"{bot} won {count} of {len(rows) // 2} games")

"""Calls that cannot be right: each gets one line that says what would be, and exit code 2."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from tests.support.running import refusal

if TYPE_CHECKING:
    from pathlib import Path

# A call, and words of its answer. {dir} is an empty folder, {empty} an empty file, {text} a file of
# prose, {json} a file with a JSON object that is nothing of ours, {run} the record of a tournament,
# {binary} a file that is not text.
CALLS = """
fly                                                          | No such command 'fly'
--fly                                                        | No such option: --fly
games now                                                    | unexpected extra argument
games --jason                                                | --json
rules                                                        | Missing argument 'GAME'
rules chess                                                  | no game 'chess'; expected one of
rules the-game level-8                                       | unexpected extra argument
deal                                                         | Missing argument 'GAME'
deal chess                                                   | expected one of the-game
deal the-game --seed                                         | see cardsolver deal --help
deal the-game --count 0                                      | '0'; expected a whole number
deal the-game --count ten                                    | 'ten'; expected a whole
deal the-game --players 6                                    | 1 to 5
deal the-game --players 0                                    | 1 to 5
deal the-game --players two                                  | players
deal the-game --hand 0                                       | hand
deal the-game --minimum 99                                   | minimum
deal the-game --violet 3-99/3                                | --violet is not a flag of the-game
deal fifty-fifty --players 1                                 | 2 to 5
deal fifty-fifty --players 6                                 | 2 to 5
deal fifty-fifty --expert                                    | --expert is not a flag of fifty-fifty
deal fifty-fifty --violet purple                             | violet
deal fifty-fifty --aside 200                                 | aside
deal level-8 --players 7                                     | 2 to 6
deal level-8 --levels none                                   | levels
deal level-8 --levels run3/run99                             | expected 8
deal level-8 --hand 4                                        | --hand is not a flag of level-8
deal the-game --seed 1 -o ""                                          | '--output': an empty file
deal the-game --seed 1 -o {dir}                                       | cannot be written
deal the-game --seed 1 -o {dir}/no/such/file                          | cannot be written
play                                                         | expected one of the-game
play chess                                                   | no game 'chess'
play --resume {dir}/none                                     | no such file
play --resume {empty}                                        | empty; expected one transcript
play --resume {text}                                         | not JSON
play --resume {json}                                         | expected the field cardsolver
play --resume {binary}                                       | expected a text file
play --resume -                                              | which a human seat needs
play --resume {json} --seed 1                                | expected no other deal
play the-game --resume {json}                                | expected no other deal
play --resume {json} --expert                                | expected no other deal
play --resume {json} --number 3                              | expected no other deal
play --resume {json} --laid 2                                | expected no other deal
play fifty-fifty --live                                      | --live goes with the-game
play the-game --seats greedy --live                          | expected a human seat
play the-game --seats human:                                 | human:NAME
play the-game --seats human:Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa  | up to 20 characters
daily --date tomorrow                                        | expected a day as in 2026-11-18
daily --date 2026-02-30                                      | expected a day as in 2026-11-18
daily 2026-11-18                                             | unexpected extra argument
daily --hard --easy                                          | --easy
daily --record ""                                            | '--record': an empty file name
daily --record {dir}                                         | cannot be written
daily --record {run}                                         | {run}: its last line is not one of
stats {dir}/none                                             | no such file
stats {empty}                                                | empty; expected one transcript
stats {binary}                                               | expected a text file
stats {text}                                                 | not JSON
stats {run}                                                  | the record of a tournament; expected
stats ""                                                     | an empty file name; expected the name
referee ""                                                   | an empty file name; expected the name
solve ""                                                     | an empty file name; expected the name
report ""                                                    | an empty file name; expected the name
stats one two                                                | unexpected extra argument
play the-game --seats nobody                                 | no bot 'nobody'
play the-game --seats greedy,greedy --players 3              | --players 3, but --seats names 2
play the-game --seats "human:a\tb"                            | --seats 'human:a\\tb'; expected
play the-game --seats greedy:deep=3                          | has no settings
play the-game --seats lookahead:samples=0                    | samples
play the-game --seats lookahead:turns=x                      | turns
play the-game --seats cmd:/no/such/program                   | no program
play the-game --seats no.such.module:Bot                     | no.such.module
play the-game --seats script:{dir}/none                      | none
play the-game --seats greedy --deal {dir}/none               | none
play the-game --seats greedy --deal {dir}                    | directory
play the-game --seats greedy --deal {empty}                  | empty
play the-game --seats greedy --deal {text}                   | expected
play the-game --seats greedy --deal {json}                   | unknown field
play the-game --seats greedy --deal {run}                    | the record of a tournament; expected
play the-game --seats greedy --deal {binary}                 | UTF-8
play the-game --seats greedy --seed 1 --position x           | only one of
play the-game --seats greedy --laid 2                        | --laid goes with --position
play the-game --seats greedy --position "1 2 3"              | position
play the-game --seats greedy --position "1 1 100 100 / 2 2 /" | twice
play the-game --seats greedy --position "1 1 100 100 / 120 /" | 120
play fifty-fifty --seats greedy --position "1 / 2 / 3"       | position
play level-8 --seats greedy --puzzle end-07                  | --puzzle goes with the-game
play --puzzle no-such --seats greedy                         | no puzzle 'no-such'
play --puzzle end --seats greedy                             | puzzles start with 'end'
play --puzzle end-07 --expert --seats greedy                 | a puzzle has its own rules
play the-game --seats greedy --record {dir}                  | {dir}
play the-game --seats greedy --record {run}                  | expected a file of games
play the-game --seats greedy --first 9                       | first
play --resume {dir}/none                            | none
play --resume {text}                                | {text}
referee                                                      | Missing argument
referee {dir}/none                                           | none
referee {empty}                                              | empty
referee {run}                                                | as cardsolver report --transcripts
referee {text}                                               | {text}
referee {binary}                                             | UTF-8
replay                                                       | Missing argument
replay {dir}/none                                            | none
replay {empty}                                               | empty
replay {text}                                                | {text}
replay {text} --turn -1                                      | a whole number, 0 or more
replay {text} --time-limit 3                                 | --time-limit goes with --analyse
replay {text} --turn 3 --json                                | expected no --json, which has every
replay {text} --number 0                                     | --number
replay {text} --plot game.gif                                | ending in .svg, .png, .pdf
replay {text} --plot {dir}/none/game.svg                     | cannot be written
replay cs1aaaaaaaaaaaaaaaaaaaa                               | damaged or cut short
replay cs7aaaaaaaaaaaaaaaaaaaa                               | version 7; expected cs1
solve --seeds 0:2 --html x.html                              | shows one game
solve --seeds 0:2 --plot x.svg                               | not 2 (winnable --plot draws many)
solve --seed 1 --plot x.bmp                                  | ending in .svg, .png, .pdf
winnable --seeds 0:2 --plot x                                | ending in .svg, .png, .pdf
share                                                        | Missing argument
share {dir}/none                                             | none
share {text}                                                 | {text}
solve                                                        | --seeds, --position or --puzzle
solve --seed 1 --seeds 0:2                                   | more than one
solve --seed 1 {text}                                        | more than one
solve --seeds 5:1                                            | is empty; expected one such as 0:100
solve --seeds 1-5                                            | expected FIRST:END as in 0:100
solve --seeds a:b                                            | expected FIRST:END as in 0:100
solve --seeds ,                                              | seeds
solve --seed 1 --engine stockfish                            | expected auto, search, cpsat
solve --seed 1 --html game.jsonl                             | 'game.jsonl'; expected a name ending
solve --seed 1 --html ""                                     | '--html': an empty file name
solve --seed 1 --html {dir}/no/page.html                     | cannot be written
solve --seed 1 --time-limit -1                               | --time-limit
solve --seed 1 --time-limit soon                             | 'soon'; expected a number
solve --seed 1 --time-limit nan                              | 'nan'; expected a number
solve --seed 1 --time-limit inf                              | 'inf'; expected a number
solve --seed 1 --memory lots                                 | 512M or 2G
solve --seed 1 --memory 0                                    | 512M or 2G
solve --seed 1 --jobs 0                                      | --jobs
solve --seed 1 --threads 100                                 | --threads
solve --seed 1 --first 7                                     | --first
solve --seed 1 --first bid                                   | --first
solve --seed 1 --players 9                                   | 1 to 5
solve --seed 1 --hand 50 --players 4                         | hand
solve --seed 1 --laid 1                                      | --laid goes with --position
solve --position "54 13 29 89"                               | position
solve --position "54 13 29 89 / 5 10 61 / 33 33"             | twice
solve --position "54 13 29 89 / 54 / 33"                     | 54
solve --position "0 13 29 89 / 5 / 33"                       | 0
solve --position "54 13 29 89 / / 33"                        | hand
solve {dir}/none                                             | none
solve {empty}                                                | empty
solve {text}                                                 | expected
solve {json}                                                 | unknown field
solve {run}                                                  | the record of a tournament; expected
solve {binary}                                               | UTF-8
solve --puzzle nowhere                                       | no puzzle 'nowhere'
solve --puzzle end-07 --expert                               | own rules; expected no --expert
solve --puzzle end-07 --players 2 --hand 3                   | expected no --players, --hand
solve --puzzle end-07 --laid 1                               | --laid goes with --position
solve --seed 1 --record {dir}                                | {dir}
solve --seed 1 --record {json}                               | expected a file of games
winnable                                                     | FILE, --seed, --seeds or --position
winnable --seed 1 --rounds 1s --time-limit 5                 | expected no --time-limit
winnable --seeds 0:0                                         | is empty; expected one such as 0:100
winnable --seeds 0:3 --resume ""                             | '--resume': an empty file name
winnable --seeds 0:3 --plot ""                               | '--plot': an empty file name
winnable --seeds 0:3 --resume {dir}                          | {dir}
winnable --seeds 0:3 --resume {text}                         | {text}
winnable {json}                                              | unknown field
analyse                                                      | Missing argument
analyse {dir}/none                                           | none
analyse {empty}                                              | empty
analyse {text}                                               | {text}
analyse {run} --number 2                                     | the record of a tournament; expected
analyse {text} --time-limit -3                               | --time-limit
puzzles nowhere                                              | no puzzle 'nowhere'
puzzles end                                                  | puzzles start with 'end'
puzzles end-07 end-08                                        | unexpected extra argument
puzzles new --kind maze                                      | --kind 'maze'; expected turn, end
puzzles new --difficulty mad                                 | --difficulty 'mad'; expected easy
puzzles new --kind turn --difficulty brutal                  | are never brutal; expected easy
puzzles new --kind turn --players 2                          | is for one player
puzzles new --hand 99                                        | hand
puzzles new end                                              | unexpected extra argument
puzzles new --seed ""                                        | integer or printable text
puzzles new --count 0                                        | --count
puzzles new -o ""                                            | '--output': an empty file name
puzzles new -o {text}                                        | not a folder
tournament                                                   | GAME is missing
tournament chess --bots greedy --seeds 0:1                   | no game 'chess'
tournament the-game                                          | bots
tournament the-game --bots greedy                            | seeds
tournament the-game --bots nobody --seeds 0:1                | no bot 'nobody'
tournament the-game --bots greedy,greedy --seeds 0:1         | greedy
tournament the-game --bots "" --seeds 0:1                    | bot
tournament the-game --bots greedy --seeds 1:0                | is empty; expected one such as 0:100
tournament the-game --bots greedy --seeds 0-9                | seeds
tournament fifty-fifty --bots greedy --seeds 0:1 --players 3 | needs at least two
tournament the-game --bots greedy --seeds 0:1 --on-fault cry | forfeit
tournament the-game --bots greedy --seeds 0:1 --seatings odd | rotate
tournament the-game --bots greedy --seeds 0:1 --sprt elo     | elo
tournament the-game --bots greedy --seeds 0:1 --move-limit 0 | move
tournament the-game --bots greedy --seeds 0:1 --jobs 0       | --jobs
tournament the-game --bots greedy --seeds 0:1 --max-moves 0  | --max-moves
tournament the-game --bots greedy --seeds 0:1 --sprt ""      | elo0=0,elo1=20
tournament the-game --bots greedy --seeds 0:1 --seatings all | no seatings all in the-game
tournament the-game --bots greedy --seeds 0:1 --logs {text}  | {text}: not a folder
tournament the-game --bots greedy --seeds 0:1 --bot-wrapper "" | wrapper '' names no program
tournament the-game --bots greedy --seeds 0:1 --bot-wrapper " " | wrapper ' ' names no program
tournament the-game --bots greedy --seeds 0:1 --bot-memory 512 | expected at least 1M
tournament the-game --bots greedy --seeds 0:1 --bot-env "" | bot-env ''; expected the name
tournament the-game --bots greedy --seeds 0:1 --bot-env A=B | bot-env 'A=B'; expected the name
tournament the-game --bots x --name x=greedy --name x=random --seeds 0:1 | --name 'x' is given twice
tournament the-game --bots greedy --seeds 0:1 --name x       | expected NAME=BOT
tournament the-game --bots greedy --seeds 0:1 -o {dir}       | {dir}
tournament the-game --bots greedy --seeds 0:1 -o {text}      | {text}
tournament the-game --bots greedy --seeds 0:1 -o ""          | '--output': an empty file name
tournament the-game --bots greedy --seeds 0:1 --logs ""      | '--logs': an empty file name
tournament --config ""                                       | '--config': an empty file name
study ""                                                     | 'CONFIG': an empty file name
tournament --config {dir}/none                               | none
tournament --config {text}                                   | {text}
report                                                       | Missing argument
report {dir}/none                                            | none
report {empty}                                               | {empty}
report {text}                                                | {text}
report {json}                                                | {json}
report {text} --csv --json                                   | expected only one of
report {text} --verify 1 --json                              | expected only one of
report {text} --verify 1 --plot x.svg                        | --plot goes with a report
report {text} --verify 1 --table sets                        | --table goes with a report
report {run} --transcripts --table bots                      | --table goes with a report
bot-check                                                    | Missing argument 'BOT'
bot-check greedy --game chess                                | no game 'chess'
bot-check "cmd:" --game the-game                             | cmd
bot-check "cmd:true" --move-limit 0                          | of seconds, 0.1 or more
"""
TABLE = [tuple(map(str.strip, line.rsplit(" | ", 1))) for line in CALLS.strip().splitlines()]


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    folder = tmp_path / "dir"
    folder.mkdir()
    files = {
        "empty": b"",
        "text": b"Dear reader, this is no deal.\n",
        "json": b'{"hello": 1}\n',
        "binary": b"\xff\xfe\x00",
        "run": b'{"type":"tournament","format":1}\n',
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    return {"dir": folder, **{name: tmp_path / name for name in files}}


@pytest.mark.parametrize(("call", "words"), TABLE, ids=[call for call, _ in TABLE])
def test_one_line_says_what_would_be_right(call: str, words: str, places: dict[str, Path]) -> None:
    answer = refusal(*shlex.split(call.format(**places)))
    assert words.format(**places) in answer

#!/bin/sh
# A bot in plain shell: it plays the first legal move of any game.
#
#   cardsolver bot-check "cmd:sh examples/bots/first.sh"
#
# The referee writes one JSON object a line. Cutting at `"legal":["` and at the next quote is enough,
# because moves hold no quotes and `legal` comes last in a request.
while IFS= read -r line; do
    case $line in
    *'"type":"hello"'*)
        echo '{"type":"hello","protocol":1,"name":"first.sh","history":"none"}'
        ;;
    *'"type":"move"'*)
        legal=${line##*'"legal":["'}
        echo "{\"type\":\"move\",\"move\":\"${legal%%\"*}\"}"
        ;;
    *'"type":"quit"'*)
        exit 0
        ;;
    esac
done

"""Every route, every role: who may use it where the token is good, and who elsewhere."""

from __future__ import annotations

import json
from dataclasses import dataclass
from uuid import uuid4

import pytest
from flask import Flask

from replay.puzzles.file import built_in
from tests.cases import FULL, cases
from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.tournament_requests import done, draw, tournament

ROLES = ("admin", "director", "arbiter", "recorder", "seat", "viewer", "nobody", "player")

# In each row: who may, by their initials (Admin Director aRbiter reCorder Seat Viewer Nobody), first within the
# scope of their token, then elsewhere. Whoever may not is answered 403, or 401 without a token. A Player of the club is
# named only where not everybody may: an account that is a player gives no right of an official.
ROUTES = """
GET    /health                                       ADRCSVN  ADRCSVN
GET    /ready                                        ADRCSVN  ADRCSVN
GET    /metrics                                      -        -
GET    /                                             ADRCSVN  ADRCSVN
GET    /docs                                         ADRCSVN  ADRCSVN
GET    /docs/rapidoc.js                              ADRCSVN  ADRCSVN
GET    /openapi.json                                 ADRCSVN  ADRCSVN
GET    /api/v1/problems                              ADRCSVN  ADRCSVN
GET    /api/v1/problems/shape                        ADRCSVN  ADRCSVN
GET    /api/v1/rulesets                              ADRCSVN  ADRCSVN
GET    /api/v1/rulesets/304                          ADRCSVN  ADRCSVN
GET    /api/v1/rulesets/304/rulebook                 ADRCSVN  ADRCSVN
GET    /api/v1/rulesets/304/differences/304-bank     ADRCSVN  ADRCSVN
GET    /api/v1/clubs                                 ADRCSVN  ADRCSVN
POST   /api/v1/clubs                                 A        A
GET    /api/v1/clubs/{club}                          ADRCSVN  ADRCSVN
PATCH  /api/v1/clubs/{club}                          AD       A
POST   /api/v1/clubs/{club}/zone                     AD       A
POST   /api/v1/clubs/{club}/who-sees                 AD       A
GET    /api/v1/clubs/{club}/retention                AD       A
POST   /api/v1/clubs/{club}/retention                AD       A
GET    /api/v1/clubs/{club}/people/held              AD       A
GET    /api/v1/clubs/{club}/people/file              AD       A
POST   /api/v1/clubs/{club}/people/forget/check      AD       A
POST   /api/v1/clubs/{club}/people/forget            AD       A
POST   /api/v1/clubs/{club}/people/texts/remove      AD       A
GET    /api/v1/clubs/{club}/people/removals          AD       A
GET    /api/v1/clubs/{club}/people/requests          AD       A
POST   /api/v1/clubs/{club}/people/requests          AD       A
POST   /api/v1/clubs/{club}/people/requests/1/answer AD       A
GET    /api/v1/clubs/{club}/members                  AD       A
GET    /api/v1/clubs/{club}/join-requests            AD       A
POST   /api/v1/clubs/{club}/join-requests/{request}/accept AD A
POST   /api/v1/clubs/{club}/join-requests/{request}/decline AD A
GET    /api/v1/clubs/{club}/join-card                AD       A
POST   /api/v1/clubs/{club}/join-card                AD       A
DELETE /api/v1/clubs/{club}/join-card                AD       A
POST   /api/v1/players/{player}/invitation           AD       A
DELETE /api/v1/players/{player}/invitation           AD       A
GET    /api/v1/account                               P        P
POST   /api/v1/account/join                         P        P
POST   /api/v1/account/join-requests                 P        P
DELETE /api/v1/account/clubs/{club}                  ADRCP    ADRCP
POST   /api/v1/account/clubs/{club}/forget           ADRCP    ADRCP
DELETE /api/v1/players/{player}/account              AD       A
GET    /api/v1/clubs/{club}/rulesets                 ADRCSVN  ADRCSVN
POST   /api/v1/clubs/{club}/rulesets                 AD       A
GET    /api/v1/clubs/{club}/rulesets/fives           ADRCSVN  ADRCSVN
GET    /api/v1/clubs/{club}/rulesets/fives/rulebook  ADRCSVN  ADRCSVN
GET    /api/v1/clubs/{club}/rulesets/fives/differences/304 ADRCSVN ADRCSVN
POST   /api/v1/clubs/{club}/rulesets/fives/withdraw  AD       A
GET    /api/v1/players                               ADRCSVN  ADRCSVN
POST   /api/v1/players?club                          AD       A
GET    /api/v1/players/{player}                      ADRCSVN  ADRCSVN
PATCH  /api/v1/players/{player}                      AD       A
POST   /api/v1/players/{player}/shown-as             AD       A
POST   /api/v1/players/{player}/minor                AD       A
POST   /api/v1/players/{player}/consent              AD       A
POST   /api/v1/players/{player}/consent/withdraw     AD       A
GET    /api/v1/tables                                ADRCSVN  ADRCSVN
POST   /api/v1/tables?club                           AD       A
GET    /api/v1/tables/{table}                        ADRCSVN  ADRCSVN
PATCH  /api/v1/tables/{table}                        AD       A
POST   /api/v1/tables/{table}/delay                  ADR      A
GET    /api/v1/tables/{table}/now                    ADRCSVN  ADRCSVN
GET    /api/v1/tables/{table}/now?viewer=N           ADR      A
GET    /api/v1/tables/{table}/stream                 ADRCSVN  ADRCSVN
GET    /api/v1/tables/{table}/stream?viewer=N        ADR      A
GET    /api/v1/matches                               ADRCSVN  ADRCSVN
POST   /api/v1/matches?table                         ADC      A
GET    /api/v1/matches/{match}                       ADRCSVN  ADRCSVN
POST   /api/v1/matches/{match}/end                   ADC      A
GET    /api/v1/tournaments                          ADRCSVN  ADRCSVN
POST   /api/v1/tournaments?club                     AD       A
POST   /api/v1/tournaments/four?club       AD       A
POST   /api/v1/tournaments/sections/check  AD       AD
POST   /api/v1/tournaments/sections?club   AD       A
GET    /api/v1/tournaments/{tournament}/sections    ADRCSVN  ADRCSVN
GET    /api/v1/series                               ADRCSVN  ADRCSVN
POST   /api/v1/series?club                          AD       A
GET    /api/v1/series/{series}                      ADRCSVN  ADRCSVN
GET    /api/v1/series/{series}/ledger.csv           ADRCSVN  ADRCSVN
PATCH  /api/v1/series/{series}                      AD       A
POST   /api/v1/series/{series}/terms                AD       A
POST   /api/v1/series/{series}/check                AD       A
GET    /api/v1/series/{series}/log                  ADRCSVN  ADRCSVN
POST   /api/v1/series/{series}/end                  AD       A
POST   /api/v1/series/{series}/reopen               AD       A
POST   /api/v1/series/{series}/sheets/check         AD       A
POST   /api/v1/series/{series}/sheets               AD       A
POST   /api/v1/series/{series}/evenings             AD       A
POST   /api/v1/series/{series}/evenings/remove      AD       A
GET    /api/v1/slates                               ADRCSVN  ADRCSVN
POST   /api/v1/slates?table                         ADC      A
GET    /api/v1/slates/{slate}                       ADRCSVN  ADRCSVN
GET    /api/v1/slates/{slate}/lines.csv             ADRCSVN  ADRCSVN
POST   /api/v1/slates/{slate}/preview               ADRCSVN  ADRCSVN
POST   /api/v1/slates/{slate}/lines                 ADC      A
POST   /api/v1/slates/{slate}/lines/1/corrections   ADC      A
POST   /api/v1/slates/{slate}/lines/1/remove        ADC      A
POST   /api/v1/slates/{slate}/terms                 ADC      A
POST   /api/v1/slates/{slate}/teams                 ADC      A
POST   /api/v1/slates/{slate}/stop                  ADC      A
POST   /api/v1/slates/{slate}/reopen                ADC      A
GET    /api/v1/tournaments/{tournament}             ADRCSVN  ADRCSVN
GET    /api/v1/tournaments/{tournament}/log         ADRCSVN  ADRCSVN
GET    /api/v1/tournaments/{tournament}/log.csv     ADRCSVN  ADRCSVN
PATCH  /api/v1/tournaments/{tournament}             AD       A
POST   /api/v1/tournaments/{tournament}/cancel      AD       A
POST   /api/v1/tournaments/{tournament}/preview     ADR      A
POST   /api/v1/tournaments/{tournament}/rounds/1/withdrawal AD A
POST   /api/v1/tournaments/{tournament}/packs/1/discard AD   A
GET    /api/v1/tournaments/{tournament}/rounds/1    ADRCSVN  ADRCSVN
GET    /api/v1/tournaments/{tournament}/clock       ADRCSVN  ADRCSVN
GET    /api/v1/tournaments/{tournament}/standings   ADRCSVN  ADRCSVN
GET    /api/v1/tournaments/{tournament}/standings/1 ADRCSVN  ADRCSVN
GET    /api/v1/tournaments/{tournament}/boards/1    ADRCSVN  ADRCSVN
GET    /api/v1/tournaments/{tournament}/card-play   ADRCSVN  ADRCSVN
GET    /api/v1/players/{player}/card-play            ADRCSVN  ADRCSVN
GET    /api/v1/clubs/{club}/card-play                ADRCSVN  ADRCSVN
GET    /api/v1/clubs/{club}/puzzles                  ADRCSVN  ADRCSVN
GET    /api/v1/matches/{match}/card-play             ADRCSVN  ADRCSVN
GET    /api/v1/tournaments/{tournament}/packs/1     ADRCSVN  ADRCSVN
POST   /api/v1/tournaments/{tournament}/terms       AD       A
GET    /api/v1/tournaments/{tournament}/webhooks    AD       A
POST   /api/v1/tournaments/{tournament}/webhooks    AD       A
POST   /api/v1/tournaments/{tournament}/webhooks/{webhook}/replay  AD       A
DELETE /api/v1/tournaments/{tournament}/webhooks/{webhook}  AD       A
POST   /api/v1/tournaments/{tournament}/tables      AD       A
POST   /api/v1/tournaments/{tournament}/lots        AD       A
POST   /api/v1/tournaments/{tournament}/lots/promises AD      A
POST   /api/v1/tournaments/{tournament}/entries     AD       A
POST   /api/v1/tournaments/{tournament}/entries/1/withdraw AD       A
POST   /api/v1/tournaments/{tournament}/entries/1/categories AD       A
POST   /api/v1/tournaments/{tournament}/entries/1/details AD          A
GET    /api/v1/tournaments/{tournament}/entries.csv ADRCSVN  ADRCSVN
GET    /api/v1/tournaments/{tournament}/report.trf  ADRCSVN  ADRCSVN
POST   /api/v1/tournaments/{tournament}/entry-files AD       A
POST   /api/v1/tournaments/{tournament}/entry-files/check AD A
POST   /api/v1/tournaments/{tournament}/entries/1/return AD       A
POST   /api/v1/tournaments/{tournament}/entries/1/starting-score AD A
POST   /api/v1/tournaments/{tournament}/entries/1/requested-byes AD A
POST   /api/v1/tournaments/{tournament}/entries/1/requested-byes/1/withdraw AD A
POST   /api/v1/tournaments/{tournament}/qualifiers  AD       A
POST   /api/v1/tournaments/{tournament}/qualifiers/check AD  A
POST   /api/v1/tournaments/{tournament}/seeds       AD       A
POST   /api/v1/tournaments/{tournament}/avoidances  AD       A
POST   /api/v1/tournaments/{tournament}/avoidances/1/withdraw AD A
POST   /api/v1/tournaments/{tournament}/rounds      AD       A
POST   /api/v1/tournaments/{tournament}/rounds/check AD      A
POST   /api/v1/tournaments/{tournament}/rounds/1/redraw AD       A
POST   /api/v1/tournaments/{tournament}/rounds/1/results AD       A
POST   /api/v1/tournaments/{tournament}/rounds/1/results/check AD A
POST   /api/v1/tournaments/{tournament}/rounds/1/close AD       A
POST   /api/v1/tournaments/{tournament}/rounds/1/reopen AD       A
POST   /api/v1/tournaments/{tournament}/clock       AD       A
POST   /api/v1/tournaments/{tournament}/clock/pause AD       A
POST   /api/v1/tournaments/{tournament}/clock/resume AD      A
POST   /api/v1/tournaments/{tournament}/clock/stop  AD       A
POST   /api/v1/tournaments/{tournament}/clock/minutes AD     A
POST   /api/v1/tournaments/{tournament}/packs       AD       A
POST   /api/v1/tournaments/{tournament}/packs/1/open AD       A
POST   /api/v1/tournaments/{tournament}/end         AD       A
POST   /api/v1/tournaments/{tournament}/reopen      AD       A
PATCH  /api/v1/tournaments/{tournament}/entries/1   AD       A
GET    /api/v1/tournaments/{tournament}/packs/1/sealed AD       A
POST   /api/v1/tournaments/{tournament}/adjustments ADR      A
POST   /api/v1/tournaments/{tournament}/adjustments/1/withdraw ADR      A
GET    /api/v1/encounters/{encounter}               ADRCSVN  ADRCSVN
GET    /api/v1/encounters/{encounter}/log           ADRCSVN  ADRCSVN
POST   /api/v1/encounters/{encounter}/result        ADC      A
POST   /api/v1/encounters/{encounter}/corrections   ADC      A
POST   /api/v1/encounters/{encounter}/withdrawal    ADC      A
POST   /api/v1/encounters/{encounter}/seats         ADC      A
POST   /api/v1/encounters/{encounter}/match         ADC      A
POST   /api/v1/encounters/{encounter}/match/adopt?match ADC    A
POST   /api/v1/encounters/{encounter}/confirmations ADC      A
POST   /api/v1/encounters/{encounter}/confirmations/withdrawal ADR A
POST   /api/v1/encounters/{encounter}/contests     ADC      A
POST   /api/v1/encounters/{encounter}/forfeit       ADR      A
POST   /api/v1/encounters/{encounter}/forfeit/lift  ADR      A
POST   /api/v1/encounters/{encounter}/artificial-scores ADR A
POST   /api/v1/encounters/{encounter}/artificial-scores/withdrawal ADR A
POST   /api/v1/encounters/{encounter}/arrow-switches ADR A
POST   /api/v1/encounters/{encounter}/arrow-switches/check ADR A
POST   /api/v1/encounters/{encounter}/arrow-switches/withdrawal ADR A
POST   /api/v1/encounters/{encounter}/wrong-boards ADR A
POST   /api/v1/encounters/{encounter}/wrong-boards/check ADR A
POST   /api/v1/encounters/{encounter}/wrong-boards/withdrawal ADR A
POST   /api/v1/encounters/{encounter}/assigned-scores ADR A
POST   /api/v1/encounters/{encounter}/assigned-scores/withdrawal ADR A
GET    /api/v1/deals                                 ADRCSVN  ADRCSVN
GET    /api/v1/deals.csv                             ADRCSVN  ADRCSVN
GET    /api/v1/archive                               ADRCSVN  ADRCSVN
POST   /api/v1/deals?table                           ADC      A
GET    /api/v1/deals/{deal}                          ADRCSVN  ADRCSVN
POST   /api/v1/deals/{deal}/abandon                  ADC      A
POST   /api/v1/deals/{deal}/actions                  ADCS     A
POST   /api/v1/deals/{deal}/amendments               ADC      A
POST   /api/v1/deals/{deal}/insertions               ADC      A
POST   /api/v1/deals/{deal}/retractions              ADC      A
POST   /api/v1/deals/{deal}/undo                     ADC      A
POST   /api/v1/deals/{deal}/corrections/preview      ADC      A
GET    /api/v1/deals/{deal}/desk                     ADC      A
GET    /api/v1/deals/{deal}/entries                  ADC      A
POST   /api/v1/deals/{deal}/disclosures              ADC      A
POST   /api/v1/deals/{deal}/irregularities           ADRC     A
POST   /api/v1/deals/{deal}/rulings/caps             ADR      A
POST   /api/v1/deals/{deal}/rulings/violation        ADR      A
POST   /api/v1/deals/{deal}/withdrawal               ADRC     A
POST   /api/v1/deals/{deal}/restoration              ADR      A
GET    /api/v1/imports                               AD       AD
POST   /api/v1/imports/{import}/withdrawal           AD       A
POST   /api/v1/imports/{import}/restoration          AD       A
POST   /api/v1/deals/{deal}/rulings/lift             ADR      A
POST   /api/v1/deals/{deal}/confirmations            ADCS     A
GET    /api/v1/deals/{deal}/pins                     ADCS     A
POST   /api/v1/deals/{deal}/pins                     ADCS     A
DELETE /api/v1/deals/{deal}/pins/E                   ADR      A
GET    /api/v1/deals/{deal}/views/public             ADRCSVN  ADRCSVN
GET    /api/v1/deals/{deal}/views/E                  ADRS     A
GET    /api/v1/deals/{deal}/views/N                  ADR      A
GET    /api/v1/deals/{deal}/views/scribe             ADRC     A
GET    /api/v1/deals/{deal}/views/arbiter            ADR      A
GET    /api/v1/deals/{deal}/views                    ADR      A
GET    /api/v1/deals/{deal}/replays/public           ADRCSVN  ADRCSVN
GET    /api/v1/deals/{deal}/replays/E                ADRS     A
GET    /api/v1/deals/{deal}/replays/N                ADR      A
GET    /api/v1/deals/{deal}/replays/scribe           ADRC     A
GET    /api/v1/deals/{deal}/replays/arbiter          ADR      A
GET    /api/v1/deals/{deal}/stream/public            ADRCSVN  ADRCSVN
GET    /api/v1/deals/{deal}/stream/E                 ADRS     A
GET    /api/v1/deals/{deal}/stream/N                 ADR      A
GET    /api/v1/deals/{deal}/stream/scribe            ADRC     A
GET    /api/v1/deals/{deal}/stream/arbiter           ADR      A
GET    /api/v1/deals/{deal}/timeline                 ADRCSVN  ADRCSVN
GET    /api/v1/deals/{deal}/timeline?viewer=E        ADRS     A
GET    /api/v1/deals/{deal}/timeline?viewer=N        ADR      A
GET    /api/v1/deals/{deal}/timeline?viewer=scribe   ADRC     A
GET    /api/v1/deals/{deal}/timeline?viewer=arbiter  ADR      A
GET    /api/v1/deals/{deal}/events                   ADRCSVN  ADRCSVN
GET    /api/v1/deals/{deal}/events?viewer=E          ADRS     A
GET    /api/v1/deals/{deal}/events?viewer=N          ADR      A
GET    /api/v1/deals/{deal}/events?viewer=scribe     ADRC     A
GET    /api/v1/deals/{deal}/events?viewer=arbiter    ADR      A
GET    /api/v1/deals/{deal}/archive                  ADR      A
GET    /api/v1/deals/{deal}/what-if?ruleset=304-bank ADR      A
GET    /api/v1/deals/{deal}/seals                    ADRCSVN  ADRCSVN
POST   /api/v1/deals/{deal}/seals                    S        -
POST   /api/v1/deals/{deal}/seals/open               ADRCS    A
GET    /api/v1/deals/{deal}/bundle                   ADR      A
GET    /api/v1/log/inclusion/{deal}                  ADR      A
GET    /api/v1/log/proof/{deal}                      ADR      A
GET    /api/v1/log/checkpoint                        ADRCSVN  ADRCSVN
GET    /api/v1/log/checkpoints                       ADRCSVN  ADRCSVN
GET    /api/v1/log/consistency?from=1                ADRCSVN  ADRCSVN
GET    /api/v1/log/key                               ADRCSVN  ADRCSVN
GET    /api/v1/log/tile/0/000                        ADRCSVN  ADRCSVN
GET    /api/v1/log/witnesses                         ADRCSVN  ADRCSVN
POST   /api/v1/log/witness/add-checkpoint            ADRCSVN  ADRCSVN
GET    /api/v1/deals/{deal}/audit                    ADR      A
GET    /api/v1/deals/{deal}/analysis                 ADR      A
GET    /api/v1/deals/{deal}/analysis/0               ADR      A
POST   /api/v1/deals/{deal}/explore                  ADR      A
GET    /api/v1/deals/{deal}/puzzles                  ADR      A
POST   /api/v1/deals/{deal}/puzzles/{puzzle}/answers ADR      A
GET    /api/v1/deals/{deal}/knowledge?seat=E         ADRS     A
GET    /api/v1/deals/{deal}/knowledge?seat=N         ADR      A
GET    /api/v1/deals/{deal}/shuffle                  ADR      A
GET    /api/v1/deals/{deal}/hand-file                ADR      A
GET    /api/v1/deals/{deal}/notes                    ADR      A
POST   /api/v1/deals/{deal}/notes                    ADRC     A
DELETE /api/v1/deals/{deal}/notes/900                ADRC     A
DELETE /api/v1/deals/{deal}/pins/N                   ADR      A
GET    /api/v1/disputes                              ADRCSVN  ADRCSVN
GET    /api/v1/casebook                              ADRCSVN  ADRCSVN
POST   /api/v1/deals/{deal}/disputes                 ADRCS    A
GET    /api/v1/disputes/{dispute}                    ADRCSVN  ADRCSVN
POST   /api/v1/disputes/{dispute}/claim              ADRCS    A
POST   /api/v1/disputes/{dispute}/facts              ADRCS    A
POST   /api/v1/disputes/{dispute}/facts/900/ticks    ADRCS    A
POST   /api/v1/disputes/{dispute}/evidence           ADRCS    A
POST   /api/v1/disputes/{dispute}/files              ADRCS    A
GET    /api/v1/disputes/{dispute}/files/0000000000000000000000000000000000000000000000000000000000000000 ADRCS    A
POST   /api/v1/disputes/{dispute}/withdrawal         ADRCS    A
POST   /api/v1/disputes/{dispute}/appeal             ADRCS    A
POST   /api/v1/disputes/{dispute}/ruling/preview     ADR      A
POST   /api/v1/disputes/{dispute}/ruling             ADR      A
POST   /api/v1/disputes/{dispute}/ruling/withdrawal  ADR      A
POST   /api/v1/disputes/{dispute}/appeal/decision    ADR      A
POST   /api/v1/disputes/{dispute}/close              ADR      A
GET    /api/v1/me                                    ADRCP    ADRCP
GET    /api/v1/me/evening                            ADRCP    ADRCP
GET    /api/v1/me/evenings/{tournament}              ADRCP    ADRCP
GET    /api/v1/me/figures                            ADRCP    ADRCP
GET    /api/v1/me/leagues                            ADRCP    ADRCP
GET    /api/v1/me/corrections                        ADRCP    ADRCP
POST   /api/v1/me/deals/{deal}/corrections           ADRCP    ADRCP
POST   /api/v1/me/encounters/{encounter}/corrections ADRCP    ADRCP
GET    /api/v1/me/problems                           ADRCP    ADRCP
GET    /api/v1/me/notes                              ADRCP    ADRCP
DELETE /api/v1/me/notes/{note}                       ADRCP    ADRCP
POST   /api/v1/me/notes/{note}/club                  ADRCP    ADRCP
DELETE /api/v1/me/notes/{note}/club                  ADRCP    ADRCP
GET    /api/v1/me/deals/{deal}/notes                 ADRCP    ADRCP
POST   /api/v1/me/deals/{deal}/notes                 ADRCP    ADRCP
GET    /api/v1/me/messages                           ADRCP    ADRCP
POST   /api/v1/me/messages                           ADRCP    ADRCP
POST   /api/v1/me/messages/devices                   ADRCP    ADRCP
DELETE /api/v1/me/messages/devices/{device}          ADRCP    ADRCP
POST   /api/v1/me/messages/calendar                  ADRCP    ADRCP
DELETE /api/v1/me/messages/calendar                  ADRCP    ADRCP
POST   /api/v1/me/deals/{deal}/confirmations         ADRCP    ADRCP
POST   /api/v1/me/encounters/{encounter}/confirmations ADRCP    ADRCP
GET    /api/v1/deck                                  P        P
POST   /api/v1/deck                                  P        P
POST   /api/v1/deck/close                            P        P
POST   /api/v1/deck/puzzles                          P        P
POST   /api/v1/deck/deals/{deal}/puzzles/{puzzle}    -        -
POST   /api/v1/deck/puzzles/remove                   P        P
POST   /api/v1/deck/reviews                          P        P
GET    /api/v1/puzzles                               ADRCSVN  ADRCSVN
GET    /api/v1/puzzles/today                         ADRCSVN  ADRCSVN
GET    /api/v1/puzzles/{puzzle}                      ADRCSVN  ADRCSVN
POST   /api/v1/puzzles/{puzzle}/answers              ADRCSVN  ADRCSVN
GET    /api/v1/lessons                               ADRCSVN  ADRCSVN
GET    /api/v1/lessons/{lesson}                      ADRCSVN  ADRCSVN
GET    /api/v1/lessons/{lesson}/read/1/1             ADRCSVN  ADRCSVN
POST   /api/v1/lessons/{lesson}/read/1/1/answers     ADRCSVN  ADRCSVN
POST   /api/v1/lessons?club                          AD       A
GET    /api/v1/lessons/{lesson}/draft                AD       A
GET    /api/v1/lessons/{lesson}/file                 AD       A
GET    /api/v1/lessons/{lesson}/history              AD       A
PATCH  /api/v1/lessons/{lesson}                      AD       A
POST   /api/v1/lessons/{lesson}/chapters             AD       A
PATCH  /api/v1/lessons/{lesson}/chapters/9           AD       A
POST   /api/v1/lessons/{lesson}/chapters/9/remove    AD       A
POST   /api/v1/lessons/{lesson}/steps                AD       A
PATCH  /api/v1/lessons/{lesson}/steps/9              AD       A
POST   /api/v1/lessons/{lesson}/steps/9/remove       AD       A
POST   /api/v1/lessons/{lesson}/translations         AD       A
POST   /api/v1/lessons/{lesson}/undo                 AD       A
POST   /api/v1/lessons/{lesson}/authors              AD       A
POST   /api/v1/lessons/{lesson}/authors/remove       AD       A
POST   /api/v1/lessons/{lesson}/publish              AD       A
POST   /api/v1/lessons/{lesson}/withdraw             AD       A
POST   /api/v1/practices                             ADRCSVN  ADRCSVN
POST   /api/v1/deals/{deal}/practices                ADR      A
GET    /api/v1/practices/{practice}                  -        -
POST   /api/v1/practices/{practice}/acts             -        -
POST   /api/v1/practices/{practice}/bots             -        -
GET    /api/v1/practices/{practice}/hint             -        -
GET    /api/v1/practices/{practice}/analysis         -        -
GET    /api/v1/practices/{practice}/caps             -        -
POST   /api/v1/practices/{practice}/again            -        -
POST   /api/v1/practices/{practice}/next             -        -
GET    /api/v1/practices/{practice}/replay           -        -
GET    /api/v1/classes                               ADRC     ADRC
POST   /api/v1/classes?club                          AD       A
GET    /api/v1/classes/{class}                       AD       A
GET    /api/v1/classes/{class}/stream                AD       A
GET    /api/v1/classes/{class}/screen                AD       A
GET    /api/v1/classes/{class}/screen/stream         AD       A
GET    /api/v1/classes/{class}/results.csv           AD       A
POST   /api/v1/classes/{class}/position              AD       A
POST   /api/v1/classes/{class}/pace                  AD       A
POST   /api/v1/classes/{class}/reveal                AD       A
POST   /api/v1/classes/{class}/marks                 AD       A
POST   /api/v1/classes/{class}/pupils/900/remove     AD       A
POST   /api/v1/classes/{class}/pupils/900/return     AD       A
POST   /api/v1/classes/{class}/end                   AD       A
POST   /api/v1/classes/{class}/forget                AD       A
POST   /api/v1/class/{code}/pupils                   ADRCSVN  ADRCSVN
GET    /api/v1/class/{code}                          -        -
GET    /api/v1/class/{code}/stream                   -        -
GET    /api/v1/class/{code}/read/1/1                 -        -
POST   /api/v1/class/{code}/read/1/1/answers         -        -
GET    /api/v1/events                                A        A
POST   /api/v1/archive                               AD       AD
GET    /api/v1/tokens                                AD       AD
POST   /api/v1/tokens?club                           AD       A
GET    /api/v1/tokens/me                             ADRCSVN  ADRCSVN
DELETE /api/v1/tokens/{token}                        AD       A
"""
EVERYWHERE = ("admin", "viewer", "nobody", "player")
"""Roles without a scope: what they may is the same everywhere, so that every day they ask in one of both places."""
INITIALS = dict(zip(ROLES, "ADRCSVNP", strict=True))
LINES = [tuple(line.split()) for line in ROUTES.strip().splitlines()]

EYES = (
    "/views", "/replays/", "/stream/", "viewer=", "/archive", "/hand-file", "/notes", "/what-if", "/audit", "/files/",
    "/analysis", "/explore", "{deal}/practices", "{deal}/puzzles", "/knowledge", "/shuffle", "/bundle", "/inclusion/",
    "/log/proof/",
)  # fmt: skip
"""Parts of the paths whose answers depend on the hands that the caller may see, with or without a token."""


def only_looks(method: str, template: str) -> bool:
    """Whether the route shows a deal and changes nothing of it; a line to explore, or an answer, is sent as a body."""
    return method == "GET" or template.endswith(("/explore", "{deal}/practices", "{puzzle}/answers"))


BODIES = {
    "/clubs": {"name": "New"},
    "/players": {"name": "New"},
    "/tables": {"name": "New"},
    "/clubs/{club}": {"name": "Other"},
    "/clubs/{club}/zone": {"zone": "Nowhere/At-all"},
    "/clubs/{club}/who-sees": {"level": "open"},
    "/account/join": {"secret": "A" * 22},
    "/account/join-requests": {"code": "A" * 10, "name": "Nobody Ever"},
    "/clubs/{club}/retention": {"files": 180, "classes": 30},
    "/clubs/{club}/people/forget/check": {"names": ["Nobody Ever"]},
    "/clubs/{club}/people/forget": {"names": ["Nobody Ever"]},
    "/clubs/{club}/people/requests": {"kind": "know", "person": "Nobody Ever"},
    "/clubs/{club}/people/requests/1/answer": {"how": "by letter"},
    "/clubs/{club}/people/texts/remove": {
        "stream": "01a20b7c-d4ed-7ddb-a36f-1c94073cf53e",
        "version": 1,
        "why": "It insults somebody.",
    },
    "/players/{player}/shown-as": {"form": "initials"},
    "/players/{player}/minor": {"is_minor": True},
    "/players/{player}/consent": {"day": "2026-11-29", "guardian": "G"},
    "/players/{player}/consent/withdraw": {"day": "2026-11-29"},
    "/clubs/{club}/rulesets": {"key": "fives", "name": "Fives", "base": "304", "changes": {"redeal.threshold": 20}},
    "/clubs/{club}/rulesets/fives/withdraw": {"at": "no time at all"},
    "/players/{player}": {"name": "Other"},
    "/matches": {"ruleset": "304", "dealer": "S"},
    "/deals": {"ruleset": "304", "dealer": "S"},
    "/tables/{table}": {"name": "Other"},
    "/tables/{table}/delay": {"seconds": 0},
    "/deals/{deal}/actions": {"act": "E pass"},
    "/deals/{deal}/amendments": {"ply": 900, "act": "E pass"},
    "/deals/{deal}/insertions": {"ply": 900, "act": "E pass"},
    "/deals/{deal}/retractions": {"ply": 900},
    "/deals/{deal}/corrections/preview": {"correction": "retract", "ply": 900},
    "/deals/{deal}/explore": {"ply": -1},
    "/deals/{deal}/undo": {"at": "no time at all"},
    "/deals/{deal}/abandon": {"at": "no time at all"},
    "/deals/{deal}/disclosures": {"plies": {"900": "JH"}},
    "/deals/{deal}/irregularities": {"ply": 900, "code": "spoke"},
    "/deals/{deal}/notes": {"ply": 900, "text": "Look here"},
    "/deals/{deal}/rulings/caps": {"seat": "Q", "verdict": "early"},
    "/deals/{deal}/withdrawal": {"at": "no time at all"},
    "/deals/{deal}/restoration": {"at": "no time at all"},
    "/imports/{import}/withdrawal": {"at": "no time at all"},
    "/imports/{import}/restoration": {"at": "no time at all"},
    "/deals/{deal}/rulings/violation": {"seat": "Q", "code": "revoke"},
    "/deals/{deal}/rulings/lift": {"ruling": "violation", "seat": "Q", "code": "revoke"},
    "/deals/{deal}/confirmations": {"seat": "Q"},
    "/deals/{deal}/seals": {"card": "JH", "at": "no time at all"},
    "/deals/{deal}/pins": {"seat": "E", "pin": "1234"},
    "/deals/{deal}/disputes": {"ply": 900, "seat": "E"},
    "/matches/{match}/end": {"at": "no time at all"},
    "/tournaments/{tournament}/entries/1/withdraw": {"at": "no time at all"},
    "/tournaments/{tournament}/entries/1/categories": {"categories": ["A", "a"]},
    "/tournaments/{tournament}/entries/1/details": {"rating": 0},
    "/tournaments/{tournament}/entry-files": {"text": "nothing"},
    "/tournaments/{tournament}/entry-files/check": {"text": "nothing"},
    "/tournaments/{tournament}/entries/1/return": {"at": "no time at all"},
    "/tournaments/{tournament}/avoidances/1/withdraw": {"at": "no time at all"},
    "/tournaments/{tournament}/entries/1/requested-byes/1/withdraw": {"at": "no time at all"},
    "/tournaments/{tournament}/rounds": {"at": "no time at all"},
    "/tournaments/{tournament}/rounds/1/close": {"at": "no time at all"},
    "/tournaments/{tournament}": {"name": ""},
    "/tournaments/{tournament}/preview": {"path": "/api/v1/nothing"},
    "/tournaments/{tournament}/clock": {"round": 1, "minutes": 0},
    "/tournaments/{tournament}/clock/pause": {},
    "/tournaments/{tournament}/clock/resume": {},
    "/tournaments/{tournament}/clock/stop": {},
    "/tournaments/{tournament}/clock/minutes": {"minutes": 900},
    "/tournaments/{tournament}/packs/1/open": {"at": "no time at all"},
    "/tournaments/{tournament}/end": {"at": "no time at all"},
    "/tournaments/{tournament}/webhooks": {"url": "http://club.example"},
    "/tournaments/{tournament}/webhooks/{webhook}/replay": {},
    "/me/messages": {"kinds": ["round"], "language": "en"},
    "/me/messages/devices": {"endpoint": "https://127.0.0.1/1", "p256dh": "B", "auth": "A"},
    "/encounters/{encounter}/match": {"at": "no time at all"},
    "/encounters/{encounter}/match/adopt": {"why": "They had begun.", "at": "no time at all"},
    "/tournaments": {"name": "New", "terms": {"format": "round-robin"}, "ruleset": "304"},
    "/encounters/{encounter}/confirmations": {"seat": "Q"},
    "/encounters/{encounter}/contests": {"seat": "Q", "why": "It was 7 : 5."},
    "/tokens": {"role": "recorder", "subject": "X"},
    "/tournaments/sections/check": {"sections": 2, "entries": [{"name": "A"}] * 4},
    "/tournaments/sections": {
        "name": "New",
        "terms": {"format": "swiss"},
        "ruleset": "304",
        "sections": 2,
        "entries": [{"name": "A"}] * 4,
    },
    "/tournaments/four": {"players": ["A", "B", "C", "A"]},
    "/series": {"name": "New"},
    "/series/{series}": {"name": "Other"},
    "/series/{series}/terms": {"terms": {"best": 900}},
    "/series/{series}/check": {"terms": {"best": 900}},
    "/series/{series}/end": {"at": "no time at all"},
    "/series/{series}/reopen": {"why": ""},
    "/series/{series}/sheets/check": {"csv": "Name,One"},
    "/series/{series}/sheets": {"csv": "Name,One"},
    "/series/{series}/evenings": {"at": "no time at all"},
    "/series/{series}/evenings/remove": {"at": "no time at all"},
    "/slates": {"game": "schieber"},
    "/slates/{slate}/preview": {"line": {"points": 97}},
    "/slates/{slate}/lines": {"points": 97, "at": "no time at all"},
    "/slates/{slate}/lines/1/corrections": {"points": 80, "at": "no time at all"},
    "/slates/{slate}/lines/1/remove": {"at": "no time at all"},
    "/slates/{slate}/terms": {"terms": {"target": 1500}, "at": "no time at all"},
    "/slates/{slate}/teams": {"teams": {"A": "Anna"}, "at": "no time at all"},
    "/slates/{slate}/stop": {"at": "no time at all"},
    "/slates/{slate}/reopen": {"at": "no time at all"},
    "/lessons": {"lesson": {"nought_lesson": 1, "title": "New", "language": "en"}},
    "/lessons/{lesson}": {"title": "Other", "language": "en"},
    "/lessons/{lesson}/chapters": {"title": "New", "source": {"worked": "none"}},
    "/lessons/{lesson}/chapters/9": {"title": "New"},
    "/lessons/{lesson}/steps": {"chapter": 9, "kind": "reveal"},
    "/lessons/{lesson}/steps/9": {"chapter": 9, "kind": "reveal"},
    "/lessons/{lesson}/translations": {"part": "step 9", "language": "ta"},
    "/lessons/{lesson}/undo": {"edit": 900},
    "/lessons/{lesson}/authors": {"login": "nobody"},
    "/lessons/{lesson}/authors/remove": {"login": "nobody"},
    "/lessons/{lesson}/publish": {"visibility": "public"},
    "/lessons/{lesson}/withdraw": {"at": "no time at all"},
    "/deck": {},
    "/deck/close": {},
    "/deck/puzzles": {"puzzle": "00000000-0000-0000-0000-000000000000"},
    "/deck/deals/{deal}/puzzles/{puzzle}": {},
    "/deck/puzzles/remove": {"puzzle": "00000000-0000-0000-0000-000000000000"},
    "/deck/reviews": {"puzzle": "00000000-0000-0000-0000-000000000000", "answer": "1"},
    "/puzzles/{puzzle}/answers": {"answer": ""},
    "/deals/{deal}/puzzles/{puzzle}/answers": {"answer": ""},
    "/practices": {"ruleset": "304", "seat": "E"},
    "/deals/{deal}/practices": {"seat": "E"},
    "/classes": {"lesson": "02-following-suit"},
    "/classes/{class}/position": {"chapter": 1, "step": 900},
    "/classes/{class}/pace": {"pace": "free"},
    "/classes/{class}/reveal": {"chapter": 1, "step": 900},
    "/classes/{class}/marks": {"pupil": 900, "chapter": 1, "step": 900, "right": True},
    "/classes/{class}/pupils/900/remove": {"at": "no time at all"},
    "/classes/{class}/pupils/900/return": {"at": "no time at all"},
    "/classes/{class}/end": {"at": "no time at all"},
    "/classes/{class}/forget": {"at": "no time at all"},
    "/class/{code}/pupils": {"nickname": ""},
    "/class/{code}/read/1/1/answers": {"answer": "1"},
    "/practices/{practice}/acts": {"act": "E pass"},
}


@dataclass(frozen=True)
class Scene:
    """A club with everything in it, somebody of each role who belongs there, and things that are elsewhere."""

    people: dict[str, Person]
    here: dict[str, str]
    there: dict[str, str]


def imported(people: People, club: str) -> str:
    """An import of a deal by a director of the club."""
    line = json.loads(people.admin.get(f"/deals/{people.deal(club=club)}/archive").data)
    director = people.issue("director", club=club)
    body = json.dumps({**line, "id": str(uuid4())}).encode()
    answer = director.call("POST", "/archive", data=body, content_type="application/x-ndjson")
    identity: str = answer.json["import_id"]
    return identity


def things(people: People) -> dict[str, str]:
    club = people.club()
    table = people.table(club)
    deal = people.deal(table=table)
    taught = people.admin.post("/classes", {"lesson": "02-following-suit", "club": club}).json
    cup = tournament(people.admin, 4, club=club)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": table}})
    return {
        "tournament": cup,
        "encounter": draw(people.admin, cup)["encounters"][0]["id"],
        "club": club,
        "table": table,
        "deal": deal,
        "import": imported(people, club),
        "player": people.admin.post("/players", {"name": "P", "club": club}).json["id"],
        "match": people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "table": table}).json["id"],
        "class": taught["id"],
        "code": taught["code"],
        "token": people.issue("recorder", table=table).id,
        "dispute": opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "EW"})),
        "practice": opened(people.anybody.post("/practices", {"ruleset": "304", "seat": "E"})),
        "lesson": opened(people.admin.post("/lessons", BODIES["/lessons"] | {"club": club})),
        "puzzle": str(next(iter(built_in()))),
        "request": str(uuid4()),
        "device": str(uuid4()),
        "note": str(uuid4()),
        "webhook": opened(people.admin.post(f"/tournaments/{cup}/webhooks", {"url": "https://club.example/hook"})),
        "series": opened(people.admin.post("/series", {"name": "A league", "club": club})),
        "slate": opened(people.admin.post("/slates", {"game": "schieber", "table": table})),
    }


@pytest.fixture(scope="module")
def scene(people: People) -> Scene:
    here, there = things(people), things(people)
    crowd = {
        "admin": people.admin,
        "director": people.issue("director", club=here["club"]),
        "arbiter": people.issue("arbiter", club=here["club"]),
        "recorder": people.issue("recorder", table=here["table"]),
        "seat": people.issue("seat", deal=here["deal"], seat="E"),
        "viewer": people.issue("viewer"),
        "nobody": people.anybody,
        "player": people.player(here["player"]),
    }
    return Scene(crowd, here, there)


def ask(who: Person, method: str, template: str, ids: dict[str, str]) -> tuple[int, dict[str, object]]:
    template, _, named = template.partition("?")
    query = f"?{named}" if "=" in named else ""
    body = dict(BODIES.get(template.removeprefix("/api/v1"), {}))
    if template == "/api/v1/tokens" and named:
        body["scope"] = {"table": ids["table"]}
    elif named and not query:
        body[named] = ids[named]
    if template == "/api/v1/archive":
        answer = who.call(method, template, data=b"", content_type="application/x-ndjson")
    else:
        answer = who.call(method, template.format(**ids) + query, json=body if method != "GET" else None)
    return answer.status_code, answer.json if answer.is_json else {}


def test_who_may_use_a_route(scene: Scene) -> None:
    with cases() as case:
        for number, (method, template, within, elsewhere) in enumerate(LINES):
            for place_of_role, role in enumerate(ROLES):
                initial = INITIALS[role]
                is_scoped = initial in within and initial not in elsewhere
                if not (is_scoped or role in ("nobody", "seat") or (number + place_of_role) % 2 or FULL):
                    continue  # Every day half of those whose scope says nothing use a route, in turn.
                if (method, role) == ("DELETE", "admin"):
                    continue  # It would end the token that the others try to end; see test_tokens.
                if "N" in within and "N" in elsewhere and role not in ("nobody", "seat") and not FULL:
                    continue  # What needs no token is tried every day without one, and with the narrowest.
                if template == "/openapi.json" and not FULL:
                    continue  # It takes seconds to make; test_document asks for it.
                places = [("within", within, scene.here), ("elsewhere", elsewhere, scene.there)]
                if role in EVERYWHERE and not FULL:
                    places = [places[len(template) % 2]]
                elif initial not in within and not FULL:
                    places = places[:1]  # Who may not use it in the own place is refused before anybody looks where.
                for place, allowed, ids in places:
                    with case(role, method, template, place):
                        status, payload = ask(scene.people[role], method, template, ids)
                        if initial in allowed or (role == "player" and "N" in allowed):
                            assert status not in (401, 403, 500), payload
                        elif role == "nobody" and not (
                            only_looks(method, template) and any(part in template for part in EYES)
                        ):
                            assert (status, payload["code"]) == (401, "token-needed")
                        else:
                            assert (status, payload["code"]) in ((403, "not-allowed"), (401, "token-needed")), payload


def test_a_refusal_does_not_tell_whether_something_is_there(scene: Scene) -> None:
    nowhere = {name: str(uuid4()) for name in scene.there}
    with cases() as case:
        for method, template, _, elsewhere in LINES:
            if elsewhere != "A" or not any(part in template for part in ("{deal}", "{encounter}", "{dispute}/")):
                continue
            for role in ("director", "recorder", "seat"):
                # That there is a deal is known to everybody who may read; see its public view.
                if (
                    only_looks(method, template)
                    and not (role == "seat" and "{deal}" in template)
                    and not template.endswith("scribe")
                ):
                    continue
                with case(role, method, template):
                    there, missing = (ask(scene.people[role], method, template, ids) for ids in (scene.there, nowhere))
                    assert there[1].pop("instance") != missing[1].pop("instance")
                    assert there == missing
                    assert there[0] == 403


def test_a_clubs_recorder_records_at_all_its_tables_and_nowhere_else(people: People) -> None:
    club = people.club()
    scribe = people.issue("recorder", club=club)
    game = {"ruleset": "304", "dealer": "S"}
    for table in (people.table(club), people.table(club)):
        deal = people.deal(by=scribe, table=table)
        assert scribe.get(f"/deals/{deal}/views/scribe").status_code == 200
        assert scribe.post("/matches", {**game, "table": table}).status_code == 201
    assert scribe.get(f"/deals/{people.deal(by=scribe)}").json["club"] == club
    for other in (people.table(people.club()), people.table()):
        assert scribe.post("/deals", {**game, "table": other}).status_code == 403
        assert scribe.get(f"/deals/{people.deal(table=other)}/views/scribe").status_code == 403
    refused = scribe.post("/tables", {"name": "Mine", "club": club})
    assert refused.status_code == 403
    assert refused.json["detail"] == "You are signed in as recorder. This is only for: admin, director."


def test_every_route_is_in_the_table(app: Flask) -> None:
    written = {(line[0], line[1].partition("?")[0]) for line in LINES}
    routes = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert len({(method, path.count("/"), path.rpartition("/")[2][:4]) for method, path in routes}) > 20
    for method, rule in routes:
        words = [word if not word.startswith("<") else None for word in rule.split("/")]
        matching = [
            path
            for verb, path in written
            if verb == method
            and len(path.split("/")) == len(words)
            and all(word is None or word == part for word, part in zip(words, path.split("/"), strict=True))
        ]
        assert matching, (method, rule)


def test_a_seat_records_its_own_acts_only(people: People) -> None:
    deal = people.deal(dealer="S")
    seat = people.issue("seat", deal=deal, seat="S")
    refused = seat.post(f"/deals/{deal}/actions", {"acts": ["S shuffle", "W no cut"]})
    assert (refused.status_code, refused.json["code"]) == (403, "not-allowed")
    assert seat.post(f"/deals/{deal}/actions", {"act": "S shuffle"}).status_code == 200


def test_an_application_with_a_route_that_declares_no_permission_does_not_start(app: Flask) -> None:
    from api.permissions import collect

    collect(app)
    extra = Flask("extra", static_folder=None)
    extra.add_url_rule("/more", endpoint="more", view_func=lambda: "")
    with pytest.raises(TypeError, match="more"):
        collect(extra)


def test_after_the_deal_all_hands_are_open_but_not_to_a_seats_token(people: People) -> None:
    dealer, acts = whole_deal(12)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    seat = people.issue("seat", deal=deal, seat="E")
    for _ in range(2):
        for kind in ("views", "replays"):
            for viewer in ("N", "E", "S", "W", "public", "arbiter"):
                assert people.anybody.get(f"/deals/{deal}/{kind}/{viewer}").status_code == 200
                assert (seat.get(f"/deals/{deal}/{kind}/{viewer}").status_code == 200) == (viewer in ("E", "public"))
            assert people.anybody.get(f"/deals/{deal}/{kind}/scribe").status_code == 403
    assert people.anybody.get(f"/deals/{deal}/archive").status_code == 200
    assert seat.get(f"/deals/{deal}/archive").status_code == 403


def test_a_deal_that_was_given_up_keeps_its_cards_hidden(people: People) -> None:
    dealer, acts = whole_deal(12)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts[:30])
    assert people.admin.post(f"/deals/{deal}/abandon", {"why": "the lights went out"}).json["over"]
    for viewer in ("E", "arbiter"):
        assert people.anybody.get(f"/deals/{deal}/views/{viewer}").status_code == 403
    assert people.anybody.get(f"/deals/{deal}/archive").status_code == 403
    view = people.anybody.get(f"/deals/{deal}/views/public").json
    assert all(card == "??" for hand in view["hands"].values() for card in hand)
    assert people.admin.get(f"/deals/{deal}/views/arbiter").status_code == 200

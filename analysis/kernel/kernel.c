/* The best result of card play with all hands open, and what every legal card is worth.
 *
 * The file calls no library and allocates nothing. It knows no game by name: the caller fills in `deal`, the tables of
 * the game and of one deal, and `position`, and then calls one of the exported functions. README.md describes both.
 *
 * A card is a number from 0 to 39: ten times its suit plus its rank, a stronger card of a suit having the higher rank.
 * A set of cards is a mask of 64 bits. `ours` is the side whose result is computed, `theirs` the other one.
 */

typedef unsigned long long u64;
typedef long long i64;
typedef unsigned short u16;
typedef signed short i16;
typedef unsigned char u8;
typedef int i32;

enum { SEATS = 8, SUITS = 4, RANKS = 10, CARDS = SUITS * RANKS, MOST = 15000 };

#define EXPORT(name) __attribute__((export_name(#name), used))
#define BIT(card) (1ULL << (card))
#define SUIT_MASK(suit) (1023ULL << (RANKS * (suit)))
#define ALL_CARDS ((1ULL << CARDS) - 1)

/* --- what the caller fills in -------------------------------------------------------------------------------------- */

enum { FOLLOW_SUIT, MAY_TRUMP };                         /* deal.following */
enum { FREE, AFTER_UNANSWERED_LEAD, HOLDING_ALL };       /* deal.exhausted */

static struct {
    u64 hands[SEATS];       /* the cards that each seat was dealt, or as many of them as are still in play */
    u64 indicator;          /* the card that lies face down while trumps are closed; 0 for none */
    u64 puur;               /* a trump that nobody has to play when trumps are led; 0 for none */
    i32 points[CARDS];
    i32 seats;
    i32 playing;            /* the seats that take part, as a mask */
    i32 ours;               /* the seats of our side, as a mask */
    i32 maker;              /* the trump maker, or -1 */
    i32 trump;              /* the trump suit, or -1 */
    i32 following;
    i32 beat_lowest;        /* a later trump has to beat the lowest trump of the trick, not the highest */
    i32 beat_if_able;       /* a hand of trumps only must beat that trump too, if it can */
    i32 maker_trumps_from_hand; /* the maker may trump with a card of the hand while the indicator is down */
    i32 exhausted;          /* when the maker must go on leading trumps */
    i32 exhausted_closed;   /* ... also while trumps are closed */
    i32 barred_at;          /* with so many tricks left, the maker may not lead a trump while trumps are closed */
    i32 shown_at;           /* with so many tricks left or fewer, trumps are open */
    i32 last_trick;         /* points of our side for winning the last trick */
    i32 all_ours;           /* points of our side for winning all tricks of the deal */
    i32 all_theirs;         /* points that our side loses if theirs wins all tricks */
} deal;

static struct {
    u64 cards;              /* all cards still in the hands or on the table as the indicator */
    i32 turn;               /* the seat that plays the next card */
    i32 closed;
    i32 duty;               /* the maker has led trumps that nobody answered */
    i32 can_win_all;        /* bit 0: our side won all tricks so far; bit 1: theirs did */
    i32 played;             /* the number of cards in the current trick */
    i32 trick[SEATS];       /* these cards, in order */
} position;

static struct {
    i64 nodes;              /* positions visited by the last call */
    i32 finished;
    i32 low, high;          /* the bounds of the result; equal if it is known */
    i32 best;               /* a card that gets the result, or -1 */
    i32 price[CARDS];       /* the result after each legal card; UNKNOWN_PRICE if it is not known */
} result;

enum { UNKNOWN_PRICE = -32768 };

/* The faults of `check_deal` and `check_position`; README.md has a sentence for each. */
enum {
    FINE, BAD_SEATS, BAD_PLAYING, BAD_SIDES, BAD_MAKER, BAD_TRUMP, BAD_PARAMETER, BAD_POINTS, SHARED_CARD, BAD_INDICATOR,
    BAD_PUUR, NO_DEAL = 20, BAD_CARDS, BAD_TURN, BAD_FLAG, BAD_TRICK, UNEVEN_HANDS,
    LARGE_HANDS
};

/* --- the state of the search --------------------------------------------------------------------------------------- */

static u64 everything;          /* the cards of all seats that take part */
static u64 trumps;              /* the trump suit as a mask */
static int deal_is_set, position_is_set;
static int next_seat[SEATS];
static u64 mine;                /* the cards of our side */
static int width;               /* cards in a full trick */
static i64 nodes_left;
static int stopped;
static int use_table;
static int history[SEATS][CARDS];

/* Of the cards of a suit still in play, only their order and their holders matter, besides their points. So of all sets
 * in which the same seats hold the cards in the same order, one stands for all: `same[closed][suit][cards of the suit]`. */
static u16 same[2][SUITS][1 << RANKS];

/* What is known of a position at the beginning of a trick. A bucket of four is one line of a processor's cache. */
typedef struct {
    u64 who;                    /* the cards, and from bit 40 on what else tells positions apart (`who_of`) */
    i16 low, high;              /* our side gets at least `low` and at most `high` from here */
    u16 check;                  /* bits of the hash that did not choose the bucket */
    u8 move;                    /* the card that was best, plus one; 0 for none */
    u8 left;                    /* tricks left; 0 for an empty entry */
} Entry;

enum { FEWEST_BUCKETS = 1 << 9, MOST_BUCKETS = 1 << 17, IN_BUCKET = 4 };

static _Alignas(64) Entry table[MOST_BUCKETS][IN_BUCKET];
static u64 buckets;             /* how many are in use: a small table stays in the processor's cache */
static u64 kept;                /* the entries in use */

typedef struct {
    u64 cards;
    i16 worth;
    u8 count;
    u8 lead;                    /* the suit led */
    u8 leader;
    u8 best, winner;            /* the card that wins the trick so far, and its seat */
} Trick;

static int count_of(u64 cards) { return __builtin_popcountll(cards); }
static int lowest(u64 cards) { return __builtin_ctzll(cards); }
static int highest(u64 cards) { return 63 - __builtin_clzll(cards); }
static int is_ours(int seat) { return deal.ours >> seat & 1; }
static int suit_of(int card) { return card / RANKS; }

static int worth_of(u64 cards) {
    int worth = 0;
    for (; cards; cards &= cards - 1) worth += deal.points[lowest(cards)];
    return worth;
}

/* --- the rules ----------------------------------------------------------------------------------------------------- */

static u64 hand_of(int seat, u64 cards, int closed) {
    u64 hand = deal.hands[seat] & cards;
    return closed && seat == deal.maker ? hand & ~deal.indicator : hand;
}

static u64 leads(int seat, u64 cards, u64 hand, int closed, int duty, int left) {
    if (seat != deal.maker || !trumps || deal.following == MAY_TRUMP) return hand;
    if (!hand) return deal.indicator & cards;
    u64 plain = hand & ~trumps;
    if (closed && left == deal.barred_at) return plain ? plain : hand;
    if (!(hand & trumps) || deal.exhausted == FREE || (closed && !deal.exhausted_closed)) return hand;
    int must = deal.exhausted == HOLDING_ALL ? !(trumps & cards & ~deal.hands[seat]) : duty;
    return must ? hand & trumps : hand;
}

/* The cards of a hand that may be played if a trump is never forbidden to those who can follow suit. */
static u64 beside_trumps(u64 hand, const Trick *trick) {
    u64 suited = hand & SUIT_MASK(trick->lead);
    if (trick->lead == deal.trump) return suited & ~deal.puur ? suited : hand;
    if (!(hand & trumps)) return suited ? suited : hand;
    u64 low = 0, played = trick->cards & trumps;
    if (played) {
        int reference = deal.beat_lowest ? lowest(played) : highest(played);
        low = trumps & (BIT(reference) - 1);
    }
    if (!(hand & ~trumps)) return deal.beat_if_able && hand & ~low ? hand & ~low : hand;
    return (suited ? suited | (hand & trumps) : hand) & ~low;
}

static u64 legal_cards(int seat, u64 cards, const Trick *trick, int closed, int duty, int left) {
    u64 hand = hand_of(seat, cards, closed);
    if (!trick->count) return leads(seat, cards, hand, closed, duty, left);
    if (deal.following == MAY_TRUMP) return beside_trumps(hand, trick);
    u64 suited = hand & SUIT_MASK(trick->lead);
    if (suited) return suited;
    if (!closed || seat != deal.maker) return hand;
    if (trick->lead == deal.trump) return hand ? hand : deal.indicator & cards;
    return (deal.maker_trumps_from_hand ? hand : hand & ~trumps) | (deal.indicator & cards);
}

static int beats(int card, int best) {
    int suit = suit_of(card), other = suit_of(best);
    return suit == other ? card > best : suit == deal.trump;
}

/* A trump on a plain lead is face down while trumps are closed. The maker turns it up when the trick is full, so it
 * wins as in an open game, and trumps are open afterwards. */
static void put(Trick *trick, int seat, int card) {
    if (!trick->count) {
        trick->lead = suit_of(card);
        trick->leader = trick->winner = seat;
        trick->best = card;
    } else if (beats(card, trick->best)) {
        trick->best = card;
        trick->winner = seat;
    }
    trick->cards |= BIT(card);
    trick->worth += deal.points[card];
    trick->count++;
}

typedef struct {
    u64 cards;
    u8 left;                    /* tricks left, the current one included */
    u8 seat;
    i16 worth;                  /* the points of the cards */
    u8 closed, duty, can_win_all;
} State;

/* Return the state after a full trick, and set `gain` to our points for it. */
static State after_trick(const State *s, const Trick *trick, int *gain) {
    State next = *s;
    int mine = is_ours(trick->winner);
    *gain = mine ? trick->worth + (s->left == 1 ? deal.last_trick : 0) : 0;
    next.left = s->left - 1;
    next.seat = trick->winner;
    next.can_win_all &= mine ? 1 : 2;
    if ((trick->lead != deal.trump && trick->cards & trumps) || next.left <= deal.shown_at || !(s->cards & deal.indicator))
        next.closed = 0;
    if (deal.exhausted == AFTER_UNANSWERED_LEAD) {
        if (trick->lead == deal.trump && trick->leader == deal.maker && count_of(trick->cards & trumps) == 1) next.duty = 1;
        if (!(s->cards & deal.hands[deal.maker] & trumps)) next.duty = 0;
    }
    return next;
}

/* --- bounds without a search --------------------------------------------------------------------------------------- */

/* The highest trumps that are all on one side win the tricks they are played in. Returns their points, and the side. */
static int top_trumps(u64 cards, int *side) {
    u64 rest = cards & trumps;
    int worth = 0;
    *side = 0;
    if (!rest) return 0;
    *side = (mine & BIT(highest(rest))) != 0;
    u64 theirs = *side ? mine : ~mine;
    while (rest && theirs & BIT(highest(rest))) {
        worth += deal.points[highest(rest)];
        rest ^= BIT(highest(rest));
    }
    return worth;
}

/* Count the cards that the leader can play one after another, trumps first, each of which wins its trick. Returns their
 * points without those of trumps, which `top_trumps` has, and sets `tricks` to their number.
 *
 * Each card is higher than all of its suit in the other hands, so nobody can be forced to overtake it. An opponent who
 * still holds a trump must follow suit, and a mate must not be forced to trump. */
static int winners_of(const State *s, int *tricks) {
    u64 hand = hand_of(s->seat, s->cards, s->closed), rest = s->cards & ~hand;
    int worth = 0, drawn = 0, most = RANKS, limit[SUITS] = {RANKS, RANKS, RANKS, RANKS};
    *tricks = 0;
    if (s->seat == deal.maker && s->closed && trumps) return 0;
    if (!s->closed && trumps) {
        u64 own = hand & trumps, above = rest & trumps;
        for (; own && highest(own) > (above ? highest(above) : -1); drawn++) own ^= BIT(highest(own));
        *tricks = drawn;
        if (s->seat == deal.maker && deal.exhausted != FREE && own) return 0;
    }
    for (int seat = next_seat[s->seat]; seat != s->seat; seat = next_seat[seat]) {
        u64 other = deal.hands[seat] & s->cards;
        if (count_of(other & trumps) <= drawn) continue;
        if (is_ours(seat) == is_ours(s->seat)) {
            int plain = count_of(other & ~trumps);
            if (plain < most) most = plain;
            continue;
        }
        for (int suit = 0; suit < SUITS; suit++) {
            int length = deal.following == MAY_TRUMP ? 0 : count_of(other & SUIT_MASK(suit));
            if (length < limit[suit]) limit[suit] = length;
        }
    }
    int found = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        if (suit == deal.trump) continue;
        u64 own = hand & SUIT_MASK(suit), above = rest & SUIT_MASK(suit);
        for (int i = 0; i < limit[suit] && found < most && own && highest(own) > (above ? highest(above) : -1); i++) {
            worth += deal.points[highest(own)];
            own ^= BIT(highest(own));
            found++;
        }
    }
    *tricks += found;
    return worth;
}

/* --- the table of positions ---------------------------------------------------------------------------------------- */

static u64 who_of(const State *s) {
    return s->cards | (u64)s->seat << 40 | (u64)s->closed << 43 | (u64)s->duty << 44 | (u64)s->can_win_all << 45;
}

/* Return the same number for positions that differ in points only, card by card. */
static u64 key_of(u64 who) {
    u64 key = who & ~ALL_CARDS;
    const u16 (*stands)[1 << RANKS] = same[who >> 43 & 1];
    for (int suit = 0; suit < SUITS; suit++) key |= (u64)stands[suit][who >> (RANKS * suit) & 1023] << (RANKS * suit);
    return key;
}

static u64 hash_of(u64 key) {
    key *= 0x9E3779B97F4A7C15ULL;
    key ^= key >> 32;
    return key * 0xBF58476D1CE4E5B9ULL;
}

static Entry *bucket_of(u64 hash) { return table[hash >> 46 & (buckets - 1)]; }
static u16 check_of(u64 hash) { return (u16)(hash >> 30); }

/* Narrow `low` and `high` by what the table has of positions that differ in points only, card by card. If a card is
 * worth more by some points than the other's, our side can get more by so many at most. Returns the best card, or -1. */
static int look_up(u64 who, u64 key, u64 hash, int *low, int *high) {
    Entry *bucket = bucket_of(hash);
    u16 check = check_of(hash);
    int best = -1;
    for (int i = 0; i < IN_BUCKET; i++) {
        Entry *entry = bucket + i;
        if (entry->check != check || !entry->left || (entry->who != who && key_of(entry->who) != key)) continue;
        int more = 0, less = 0, move = entry->move - 1;
        u64 differ = (entry->who ^ who) & ALL_CARDS;
        for (int suit = 0; differ; suit++, differ >>= RANKS) {
            if (!(differ & 1023)) continue;
            u64 a = entry->who & SUIT_MASK(suit), b = who & SUIT_MASK(suit);
            for (; a; a &= a - 1, b &= b - 1) {
                int apart = deal.points[lowest(b)] - deal.points[lowest(a)];
                if (apart > 0) more += apart;
                else less += apart;
                if (lowest(a) == entry->move - 1) move = lowest(b);
            }
        }
        if (entry->low + less > *low) *low = entry->low + less;
        if (entry->high + more < *high) *high = entry->high + more;
        if (best < 0 || entry->who == who) best = move;
    }
    return best;
}

/* Double the buckets in use. Each entry stays, or moves to the new bucket that its hash chooses with one bit more. */
static void grow(void) {
    for (u64 i = 0; i < buckets; i++)
        for (int j = 0; j < IN_BUCKET; j++) {
            Entry *entry = table[i] + j, *moved = table[i + buckets] + j;
            *moved = (Entry){0};
            if (entry->left && hash_of(key_of(entry->who)) >> 46 & buckets) {
                *moved = *entry;
                *entry = (Entry){0};
            }
        }
    buckets *= 2;
}

static void keep(u64 who, u64 hash, int left, int low, int high, int move) {
    Entry *bucket = bucket_of(hash), *entry = bucket;
    for (int i = 0; i < IN_BUCKET; i++) {
        if (bucket[i].left && bucket[i].who == who) {
            entry = bucket + i;
            break;
        }
        if (bucket[i].left < entry->left) entry = bucket + i;
    }
    kept += !entry->left;
    *entry = (Entry){who, (i16)low, (i16)high, check_of(hash), (u8)(move + 1), (u8)left};
    if (kept > buckets && buckets < MOST_BUCKETS) grow();
}

/* --- the search ---------------------------------------------------------------------------------------------------- */

/* How strong a card is in a trick, by the suit led: any trump is stronger than the suit, other cards cannot win. */
static int strength(int card, int lead) {
    int suit = suit_of(card);
    return suit == deal.trump ? 64 + card : suit == lead ? card % RANKS : -1;
}

/* Return how promising a card is; the highest is tried first. `tops`: the strongest card that can still come from a
 * mate and from an opponent. */
static int promise(const State *s, const Trick *trick, int card, const int *tops) {
    int points = deal.points[card], score = history[s->seat][card] >> 8;
    int lead = trick->count ? trick->lead : suit_of(card), own = strength(card, lead);
    int best = trick->count ? strength(trick->best, lead) : -1, wins = own > best;
    if (wins) best = own;
    if (wins || is_ours(trick->winner) == is_ours(s->seat)) {
        if (best > tops[1]) {
            score += 4000 + 40 * points;
            if (wins && lead != deal.trump && own >= 64) score -= 20 * points;
            return score;
        }
        if (tops[0] > tops[1]) return score + 3000 + 30 * points;
    } else if (tops[0] > tops[1] && tops[0] > best) {
        return score + 2500 + 30 * points;
    }
    return score + 1000 - 40 * points - (own >= 64 ? 300 : 0);
}

/* Set `tops` to the strongest card that a mate and an opponent of the seat can still play to the trick. */
static void find_tops(const State *s, const Trick *trick, int lead, int *tops) {
    tops[0] = tops[1] = -1;
    for (int seat = next_seat[s->seat], i = trick->count + 1; i < width; seat = next_seat[seat], i++) {
        u64 hand = deal.hands[seat] & s->cards, suited = hand & SUIT_MASK(lead);
        int top = suited ? strength(highest(suited), lead) : -1;
        if (hand & trumps && (!suited || deal.following == MAY_TRUMP)) top = strength(highest(hand & trumps), lead);
        int *side = tops + (is_ours(seat) != is_ours(s->seat));
        if (top > *side) *side = top;
    }
}

static int search(const State *s, const Trick *trick, int target);

/* Return our side's points for the last trick, in which nobody has a choice, and for all tricks. */
static int last_trick(const State *s) {
    Trick trick = {0};
    for (int seat = s->seat; trick.count < width; seat = next_seat[seat]) put(&trick, seat, lowest(deal.hands[seat] & s->cards));
    if (is_ours(trick.winner)) return s->worth + deal.last_trick + (s->can_win_all & 1 ? deal.all_ours : 0);
    return s->can_win_all & 2 ? -deal.all_theirs : 0;
}

static int play(const State *s, const Trick *trick, int card, int target) {
    State next = *s;
    Trick after = *trick;
    put(&after, s->seat, card);
    next.cards &= ~BIT(card);
    next.worth -= deal.points[card];
    if (after.count < width) {
        next.seat = next_seat[s->seat];
        return search(&next, &after, target);
    }
    int gain;
    next = after_trick(&next, &after, &gain);
    Trick empty = {0};
    return gain + search(&next, &empty, target - gain);
}

/* Look for a card that ends the trick and after which the table has a bound that answers the question, before any is
 * searched. Returns whether there is one, and sets `value` to the bound. */
static int is_in_table(const State *s, const Trick *trick, u64 cards, int target, int *value) {
    int ours = is_ours(s->seat);
    for (u64 rest = cards; rest; rest &= rest - 1) {
        int card = lowest(rest), gain;
        State next = *s;
        Trick after = *trick;
        put(&after, s->seat, card);
        next.cards &= ~BIT(card);
        next.worth -= deal.points[card];
        next = after_trick(&next, &after, &gain);
        int low = next.can_win_all & 2 ? -deal.all_theirs : 0;
        int high = next.worth + deal.last_trick + (next.can_win_all & 1 ? deal.all_ours : 0);
        u64 who = who_of(&next), key = key_of(who);
        look_up(who, key, hash_of(key), &low, &high);
        *value = gain + (ours ? low : high);
        if (ours ? *value >= target : *value < target) return 1;
    }
    return 0;
}

/* Try all cards of a set, except those that cannot do better than a card next to them by more than their points.
 * Returns a bound of our result: at least it if it reaches the target, at most it if not. */
static int try_cards(const State *s, const Trick *trick, u64 cards, int target, int first, int *best_card) {
    int ours = is_ours(s->seat);
    int move[RANKS], order[RANKS], group[RANKS], got[RANKS], n = 0;
    u64 others = (s->cards | trick->cards) & ~cards, alone = deal.puur | (s->closed ? deal.indicator : 0);
    int last = -1, groups = 0, lead = -1, tops[2] = {-1, -1};
    if (trick->count) find_tops(s, trick, lead = trick->lead, tops);
    for (u64 rest = cards; rest; rest &= rest - 1) {
        int card = lowest(rest);
        int apart = last < 0 || suit_of(last) != suit_of(card) || (BIT(card) | BIT(last)) & alone
            || others & (BIT(card) - 1) & ~(BIT(last) * 2 - 1);
        if (!apart && deal.points[card] == deal.points[last] && card != first) {
            last = card;
            continue;
        }
        groups += apart;
        if (!trick->count && lead != suit_of(card)) find_tops(s, trick, lead = suit_of(card), tops);
        move[n] = card;
        group[n] = groups;
        order[n++] = card == first ? 1 << 30 : promise(s, trick, card, tops);
        last = card;
    }
    int best = ours ? -MOST : MOST;
    *best_card = move[0];
    for (int i = 0; i < n; i++) {
        int pick = i;
        for (int j = i + 1; j < n; j++)
            if (order[j] > order[pick]) pick = j;
        int card = move[pick], of = group[pick];
        move[pick] = move[i], order[pick] = order[i], group[pick] = group[i];
        move[i] = card, group[i] = of;
        int value = ours ? MOST : -MOST;
        for (int j = 0; j < i; j++) {
            if (group[j] != of) continue;
            int apart = deal.points[card] - deal.points[move[j]];
            if (apart < 0) apart = -apart;
            int bound = ours ? got[j] + apart : got[j] - apart;
            if (ours ? bound < value : bound > value) value = bound;
        }
        if (ours ? value >= target : value < target) {
            value = play(s, trick, card, target);
            if (stopped) return 0;
        }
        got[i] = value;
        if (ours ? value > best : value < best) {
            best = value;
            *best_card = card;
        }
        if (ours ? best >= target : best < target) {
            int *bonus = &history[s->seat][card];
            *bonus += s->left * s->left;
            if (*bonus > 12000)
                for (int seat = 0; seat < SEATS; seat++)
                    for (int each = 0; each < CARDS; each++) history[seat][each] /= 2;
            break;
        }
    }
    return best;
}

/* Return a bound of the points that our side gets from here, those of the current trick included: if it is `target` or
 * more, our side gets at least so many; if it is less, at most so many. */
static int search(const State *s, const Trick *trick, int target) {
    int best_card;
    if (trick->count) {
        u64 cards = legal_cards(s->seat, s->cards, trick, s->closed, s->duty, s->left);
        if (!(cards & (cards - 1))) return play(s, trick, lowest(cards), target);
        if (--nodes_left < 0) {
            stopped = 1;
            return 0;
        }
        int value;
        if (use_table && trick->count == width - 1 && s->left > 2 && is_in_table(s, trick, cards, target, &value)) return value;
        return try_cards(s, trick, cards, target, -1, &best_card);
    }
    if (s->left == 1) return last_trick(s);
    if (!s->left) return (s->can_win_all & 1 ? deal.all_ours : 0) - (s->can_win_all & 2 ? deal.all_theirs : 0);
    int can_win = s->can_win_all & 1 ? deal.all_ours : 0, can_lose = s->can_win_all & 2 ? deal.all_theirs : 0;
    int sum = s->worth + deal.last_trick;
    int low = -can_lose, high = sum + can_win;
    if (low >= target) return low;
    if (high < target) return high;
    if (--nodes_left < 0) {
        stopped = 1;
        return 0;
    }
    u64 who = 0, hash = 0;
    int first = -1;
    if (use_table && s->left > 1) {
        who = who_of(s);
        u64 key = key_of(who);
        hash = hash_of(key);
        first = look_up(who, key, hash, &low, &high);
        if (low >= target) return low;
        if (high < target) return high;
    }
    int side, tricks, ours = is_ours(s->seat), worth = top_trumps(s->cards, &side), chain = winners_of(s, &tricks);
    if (tricks >= s->left) return ours ? sum + can_win : -can_lose;
    if (tricks) *(ours ? &can_lose : &can_win) = 0;
    int sure = (side ? worth : 0) + (ours ? chain : 0) - can_lose;
    int lost = (side ? 0 : worth) + (ours ? 0 : chain) - can_win;
    if (sure > low) low = sure;
    if (sum - lost < high) high = sum - lost;
    if (low >= target) return low;
    if (high < target) return high;
    u64 cards = legal_cards(s->seat, s->cards, trick, s->closed, s->duty, s->left);
    int value = try_cards(s, trick, cards, target, first, &best_card);
    if (stopped) return 0;
    if (value >= target) {
        if (value > high) value = high;
        if (value > low) low = value;
    } else {
        if (value < low) value = low;
        if (value < high) high = value;
    }
    if (who) keep(who, hash, s->left, low, high, best_card);
    return value;
}

/* --- the functions that the caller calls --------------------------------------------------------------------------- */

static State root;
static Trick root_trick;

EXPORT(deal_address) void *deal_address(void) { return &deal; }
EXPORT(position_address) void *position_address(void) { return &position; }
EXPORT(result_address) void *result_address(void) { return &result; }

static void forget(void) {
    buckets = FEWEST_BUCKETS;
    kept = 0;
    for (u64 i = 0; i < buckets; i++)
        for (int j = 0; j < IN_BUCKET; j++) table[i][j].left = 0;
    for (int seat = 0; seat < SEATS; seat++)
        for (int card = 0; card < CARDS; card++) history[seat][card] = 0;
}

/* Write, for every set of cards of a suit, the set that stands for it (`same`). */
static void find_same(int closed, int suit) {
    int owner[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
        int card = RANKS * suit + rank;
        owner[rank] = -1;
        for (int seat = 0; seat < deal.seats; seat++)
            if (deal.hands[seat] & BIT(card)) owner[rank] = seat;
        if (closed && deal.indicator & BIT(card)) owner[rank] = SEATS;
        /* The Puur stands for itself: unlike another trump it need not be played. */
        if (deal.puur & BIT(card)) owner[rank] = SEATS + 1;
    }
    same[closed][suit][0] = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int rest = 0; rest < 1 << rank; rest++) {
            /* Of the set with this highest card, the set without it is done already. */
            int stands = same[closed][suit][rest], at = stands ? highest((u64)stands) + 1 : 0;
            while (owner[at] != owner[rank]) at++;
            same[closed][suit][1 << rank | rest] = (u16)(stands | 1 << at);
        }
}

static int is_flag(int value) { return value == 0 || value == 1; }

EXPORT(check_deal) int check_deal(void) {
    deal_is_set = position_is_set = 0;
    if (deal.seats < 2 || deal.seats > SEATS) return BAD_SEATS;
    int all_seats = (1 << deal.seats) - 1;
    if (deal.playing & ~all_seats || !(deal.playing & (deal.playing - 1))) return BAD_PLAYING;
    if (deal.ours & ~all_seats) return BAD_SIDES;
    if (deal.maker < -1 || deal.maker >= deal.seats || (deal.maker >= 0 && !(deal.playing >> deal.maker & 1))) return BAD_MAKER;
    if (deal.trump < -1 || deal.trump >= SUITS) return BAD_TRUMP;
    if (deal.following < FOLLOW_SUIT || deal.following > MAY_TRUMP || deal.exhausted < FREE || deal.exhausted > HOLDING_ALL
        || !is_flag(deal.beat_lowest) || !is_flag(deal.beat_if_able) || !is_flag(deal.maker_trumps_from_hand)
        || !is_flag(deal.exhausted_closed) || (deal.exhausted && deal.maker < 0)) return BAD_PARAMETER;
    if (deal.last_trick < 0 || deal.last_trick > 1000 || deal.all_ours < 0 || deal.all_ours > 1000 || deal.all_theirs < 0
        || deal.all_theirs > 1000) return BAD_POINTS;
    int total = 0;
    for (int card = 0; card < CARDS; card++) {
        if (deal.points[card] < 0 || deal.points[card] > 300) return BAD_POINTS;
        total += deal.points[card];
    }
    if (total > 12000) return BAD_POINTS;
    u64 dealt = 0;
    everything = 0;
    for (int seat = 0; seat < deal.seats; seat++) {
        if (deal.hands[seat] & ~ALL_CARDS || deal.hands[seat] & dealt) return SHARED_CARD;
        dealt |= deal.hands[seat];
        if (deal.playing >> seat & 1) everything |= deal.hands[seat];
    }
    trumps = deal.trump < 0 ? 0 : SUIT_MASK(deal.trump);
    if (deal.indicator
        && (deal.maker < 0 || deal.indicator & (deal.indicator - 1) || deal.indicator & ~(deal.hands[deal.maker] & trumps)
            || deal.following == MAY_TRUMP)) return BAD_INDICATOR;
    if (deal.puur & ~trumps || deal.puur & (deal.puur - 1)) return BAD_PUUR;
    mine = 0;
    for (int seat = 0; seat < deal.seats; seat++)
        if (is_ours(seat)) mine |= deal.hands[seat];
    width = count_of((u64)deal.playing);
    for (int seat = 0; seat < deal.seats; seat++) {
        int next = seat;
        do next = (next + 1) % deal.seats;
        while (!(deal.playing >> next & 1));
        next_seat[seat] = next;
    }
    for (int suit = 0; suit < SUITS; suit++)
        for (int closed = 0; closed < 2; closed++) find_same(closed, suit);
    forget();
    deal_is_set = 1;
    return FINE;
}

EXPORT(check_position) int check_position(void) {
    position_is_set = 0;
    if (!deal_is_set) return NO_DEAL;
    if (position.cards & ~everything || !position.cards) return BAD_CARDS;
    if (position.turn < 0 || position.turn >= deal.seats || !(deal.playing >> position.turn & 1)) return BAD_TURN;
    if (!is_flag(position.closed) || !is_flag(position.duty) || position.can_win_all & ~3) return BAD_FLAG;
    if (position.played < 0 || position.played >= width) return BAD_TRICK;
    int seat = position.turn;
    for (int i = position.played; i < width; i++) seat = next_seat[seat];
    int leader = seat, left = count_of(deal.hands[position.turn] & position.cards);
    if (left > RANKS) return LARGE_HANDS;
    Trick trick = {0};
    int indicator_played = 0;
    for (int i = 0; i < position.played; i++, seat = next_seat[seat]) {
        int card = position.trick[i];
        if (card < 0 || card >= CARDS || !(BIT(card) & deal.hands[seat] & ~position.cards & ~trick.cards)) return BAD_TRICK;
        put(&trick, seat, card);
        indicator_played |= (BIT(card) & deal.indicator) != 0;
    }
    if (position.closed && (!deal.indicator || !(deal.indicator & position.cards || indicator_played))) return BAD_INDICATOR;
    for (int i = 0, other = leader; i < width; i++, other = next_seat[other])
        if (count_of(deal.hands[other] & position.cards) != left - (i < position.played)) return UNEVEN_HANDS;
    root = (State){position.cards, left, position.turn, worth_of(position.cards), position.closed, position.duty, position.can_win_all};
    if (!deal.all_ours) root.can_win_all &= ~1;
    if (!deal.all_theirs) root.can_win_all &= ~2;
    if (deal.exhausted != AFTER_UNANSWERED_LEAD || !(deal.hands[deal.maker] & (root.cards | trick.cards) & trumps))
        root.duty = 0;
    root_trick = trick;
    position_is_set = 1;
    return FINE;
}

EXPORT(legal) u64 legal(void) {
    return position_is_set ? legal_cards(root.seat, root.cards, &root_trick, root.closed, root.duty, root.left) : 0;
}

static void begin(i64 limit, int with_table) {
    nodes_left = limit;
    stopped = 0;
    use_table = with_table;
    result.nodes = 0;
    result.finished = 0;
    result.best = -1;
    for (int card = 0; card < CARDS; card++) result.price[card] = UNKNOWN_PRICE;
    result.low = -deal.all_theirs;
    result.high = worth_of(root.cards | root_trick.cards) + deal.last_trick + deal.all_ours;
}

static int end(i64 limit) {
    result.nodes = limit - (nodes_left < 0 ? 0 : nodes_left);
    return result.finished = !stopped;
}

/* Narrow `low` and `high` to the exact value of the position, or of a card of it, by questions of yes or no: first at
 * the guess, then beside it, then in the middle. */
static void narrow(int card, int guess, int *low, int *high) {
    for (int asked = 0; *low < *high; asked++) {
        int target = asked < 2 ? guess : (*low + *high + 1) / 2;
        if (target <= *low) target = *low + 1;
        if (target > *high) target = *high;
        int value = card < 0 ? search(&root, &root_trick, target) : play(&root, &root_trick, card, target);
        if (stopped) return;
        if (value >= target) {
            *low = value;
            guess = value + 1;
        } else {
            *high = value;
            guess = value;
        }
    }
}

/* Compute our side's result. Returns 1, or 0 if it is not finished within so many positions. */
EXPORT(solve) int solve(i64 limit, int with_table, int guess) {
    begin(limit, with_table);
    if (!position_is_set) return 0;
    narrow(-1, guess, &result.low, &result.high);
    return end(limit);
}

/* Ask whether our side gets `target` points: then `low` of the result reaches it, or else `high` is below it. */
EXPORT(reaches) int reaches(i64 limit, int with_table, int target) {
    begin(limit, with_table);
    if (!position_is_set) return 0;
    if (target <= result.low || target > result.high) return end(limit);
    int value = search(&root, &root_trick, target);
    if (stopped) return end(limit);
    if (value >= target) result.low = value;
    else result.high = value;
    return end(limit);
}

/* Compute our side's result after each legal card. What was finished stays if the limit is reached. */
EXPORT(price) int price(i64 limit, int with_table, int guess) {
    begin(limit, with_table);
    if (!position_is_set) return 0;
    int ours = is_ours(root.seat), best = ours ? -MOST : MOST;
    for (u64 rest = legal(); rest; rest &= rest - 1) {
        int card = lowest(rest), low = result.low, high = result.high;
        narrow(card, guess, &low, &high);
        if (stopped) break;
        result.price[card] = guess = low;
        if (ours ? low > best : low < best) {
            best = low;
            result.best = card;
        }
    }
    if (!stopped) result.low = result.high = best;
    return end(limit);
}

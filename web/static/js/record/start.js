// The recorder's first page: open deals, and the form for a new deal or match.
import { Problem, brought, get, post, randomKey } from "../api.js";
import { fill, make } from "../dom.js";
import { howToInstall, keepShell } from "../offline.js";
import { dated, moment } from "../times.js";
import * as store from "./store.js";
import { Words } from "./words.js";

const words = new Words(brought("words"));
const at = (name) => document.getElementById(name);
const form = at("begin");
const houses = brought("houses"); // the rulesets of clubs
const own = brought("own"); // the table of a scribe who joined with its card
const signedOut = !at("door").hidden; // the page shows the way to sign in; only entries kept in this browser can be resumed
let rulesets = [];

/** The chosen game: a known one, or one of a club's own. */
const chosen = () => [...houses, ...rulesets].find((each) => (each.id ?? each.key) === form.ruleset.value);

function seats() {
  const game = chosen();
  if (!game) return;
  at("seats").replaceChildren(...game.seats.map((seat) => make("label", {},
    make("span", {}, words.seat(seat)),
    make("input", { name: `player ${seat}`, autocomplete: "off", list: "known", maxlength: 200 }))));
  form.dealer.replaceChildren(...game.seats.map((seat) => make("option", { value: seat }, words.seat(seat))));
}

async function load() {
  const [games, tables, players, deals, counts] = await Promise.all([
    get("/api/v1/rulesets"), get("/api/v1/tables"), get("/api/v1/players?limit=200"), get(`/api/v1/deals?status=open&limit=10${own ? `&table=${own.id}` : ""}`), store.waiting(),
  ]);
  rulesets = games.body.items;
  form.ruleset.replaceChildren(...rulesets.map((game) => make("option", { value: game.key }, words.games[game.key] ?? game.name)),
    ...[...new Set(houses.map((game) => game.club))].map((club) => houses.filter((game) => game.club === club)).map((games) =>
      make("optgroup", { label: games[0].club_name }, games.map((game) => make("option", { value: game.id }, game.name)))));
  const choices = own ? [own] : [{ id: "", name: words.noTable }, ...tables.body.items];
  form.table.replaceChildren(...choices.map((table) => make("option", { value: table.id }, table.name)));
  at("known").replaceChildren(...players.body.items.map((player) => make("option", { value: player.name })));
  seats();
  const open = signedOut ? [] : deals.body.items;
  at("resume").hidden = !open.length && !counts.size;
  const called = (deal) => {
    const order = rulesets.find((game) => game.key === deal.ruleset)?.seats ?? deal.own_game?.seats ?? Object.keys(deal.players ?? {});
    const players = order.map((seat) => deal.players?.[seat]).filter(Boolean).join(", ");
    const sentence = fill(players ? words.openDeal : words.deal, { ruleset: words.games[deal.ruleset] ?? deal.own_game?.name ?? deal.ruleset, number: deal.number, players });
    return [sentence, choices.find((table) => table.id && table.id === deal.table)?.name].filter(Boolean).join(" · ");
  };
  const known = new Set(open.map((deal) => deal.id));
  const ofMinute = (deal) => open.filter((each) => called(each) === called(deal) && moment(each.opened_at) === moment(deal.opened_at)).length;
  const begun = (deal) => (ofMinute(deal) > 1 ? toTheSecond(deal.opened_at) : moment(deal.opened_at));
  at("open").replaceChildren(
    ...open.map((deal) => line(deal.id, called(deal), counts.get(deal.id), fill(words.begun, { time: begun(deal) }))),
    ...[...counts].filter(([id]) => !known.has(id)).map(([id, count]) => line(id, words.unfinished, count)),
  );
  form.hidden = signedOut;
  at("more").hidden = false;
  return open.map((deal) => deal.id);
}

/** Return a time with its seconds: for deals that began in the same minute. */
const toTheSecond = (at) => dated({ dateStyle: "medium", timeStyle: "medium" })(new Date(at));

/** A deal to resume: what it is called, and below when it began and what was recorded last. */
function line(id, text, count, begun = "") {
  const parts = begun ? [make("small", {}, begun), make("small", { class: "last" })] : [];
  return make("li", { data: { deal: id } }, make("a", { class: "button open", href: `/record/${id}` }, make("span", {}, text), parts), count ? make("span", { class: "badge note" }, fill(words.unsent, { count })) : null);
}

/** Add what was recorded last in each deal, where the reader may record it: deals of one game and table differ by it. */
async function tellLast(deals) {
  for (const id of deals) {
    const { body: deal } = await get(`/api/v1/deals/${id}`);
    if (!deal.viewers?.includes("scribe")) continue;
    const { body: desk } = await get(`/api/v1/deals/${id}/desk`);
    const own = new Words(brought("words"));
    own.use(desk.faces, desk.ruleset);
    const [act] = own.entry(desk.undo);
    at("open").querySelector(`[data-deal="${id}"] .last`).textContent = act ? fill(words.lastAct, { act }) : words.noAct;
  }
}

let keys = null; // of the match and of the deal: what was sent before an answer was lost is not opened twice
let isSending = false;

form.addEventListener("input", () => { keys = null; });
addEventListener("pageshow", () => { isSending = false; keys = null; }); // also after a step back to this page
form.addEventListener("change", (event) => { if (event.target === form.ruleset) seats(); });
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  keys ??= { match: randomKey(), deal: randomKey() };
  const once = (key) => ({ headers: { "Idempotency-Key": key } });
  const players = {};
  for (const field of form.querySelectorAll("#seats input")) if (field.value.trim()) players[field.name.split(" ")[1]] = field.value.trim();
  const { key, club } = chosen();
  const body = { ruleset: key, ...(club ? { club } : {}), dealer: form.dealer.value, players, ...(form.table.value ? { table: form.table.value } : {}) };
  try {
    if (form.match.checked) {
      const { body: match } = await post("/api/v1/matches", body, once(keys.match));
      const { body: deal } = await post("/api/v1/deals", { match: match.id }, once(keys.deal));
      return location.assign(`/record/${deal.id}`);
    }
    const { body: deal } = await post("/api/v1/deals", body, once(keys.deal));
    location.assign(`/record/${deal.id}`);
  } catch (error) {
    isSending = false;
    at("door").hidden = ![401, 403].includes(error.status);
    at("message").textContent = !at("door").hidden ? "" : error instanceof Problem ? error.message : words.offlineNow;
  }
});

load().then((deals) => tellLast(deals).catch(() => {}), (error) => {
  at("message").textContent = error instanceof Problem ? error.message : words.offlineNow;
  form.hidden = signedOut;
  at("more").hidden = false;
});
at("door").querySelector("a").search = `?next=${encodeURIComponent(location.pathname)}`;
keepShell(at("shell"), words, howToInstall(words));

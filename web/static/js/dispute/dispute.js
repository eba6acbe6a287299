// The page of a dispute: the deal on the left, forms on the right. `tournament/forms.js` sends the forms.

import { brought } from "../api.js";
import "../tournament/forms.js";
import { showDeal } from "./deal.js";
import { engine } from "./engine.js";
import { uploads } from "./files.js";
import { fillLists } from "./lists.js";
import { rulings } from "./ruling.js";

const words = brought("words");
uploads(words);

/** Start the parts of the page's content, which is replaced after each command. */
function begin() {
  const known = brought("known");
  const { film, speech } = showDeal(known, words);
  engine(known, film, speech, words);
  fillLists();
  rulings(words.dispute);
}

begin();
document.addEventListener("refreshed", begin);

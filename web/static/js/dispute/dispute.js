// The page of a dispute: the deal on the left, its forms on the right. Forms are sent as those of tournaments are.

import { brought } from "../api.js";
import "../tournament/forms.js";
import { engine } from "./engine.js";
import { uploads } from "./files.js";
import { looking } from "./looking.js";
import { rulings } from "./ruling.js";

const words = brought("words");
uploads(words);

/** All that stands in the page's content, which is replaced after something was written down. */
function begin() {
  const known = brought("known");
  const { film, speech } = looking(known, words);
  engine(known, film, speech, words);
  rulings(words.dispute);
}

begin();
document.addEventListener("refreshed", begin);

// A step of a lesson. The question is a form, which needs no script.

import { keepPlace } from "./lessons.js";
import { drawStep } from "./step.js";
import { sayVerdict } from "./verdict.js";

drawStep();
sayVerdict();
keepPlace();

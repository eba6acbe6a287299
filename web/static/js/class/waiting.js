// The page of a pupil whom the teacher has removed: it goes on by itself once the teacher has let the pupil back in.

import { Problem, get } from "../api.js";

const EVERY = 4000; // milliseconds
const { code } = document.getElementById("waiting").dataset;

async function look() {
  try {
    await get(`/api/v1/class/${code}`);
    location.reload();
  } catch (error) {
    if (error instanceof Problem && error.code === "class-ended") location.reload();
    else setTimeout(look, EVERY);
  }
}

setTimeout(look, EVERY);

// A page that is there to be printed.

document.getElementById("print").addEventListener("click", () => window.print());

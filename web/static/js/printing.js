// A page that is there to be printed.

document.getElementById("print").addEventListener("click", async () => {
  await document.fonts.ready; // a name in another script is not to be printed as boxes
  window.print();
});

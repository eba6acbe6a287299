// The print button of a paper.

document.getElementById("print").addEventListener("click", async () => {
  await document.fonts.ready; // else names in other scripts are printed as boxes
  window.print();
});

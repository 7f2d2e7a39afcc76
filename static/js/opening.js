// Opening what is on this phone ends with a reason and a way on, even where a script of this page never arrives.
(() => {
  const LONG = 12_000;
  const opening = document.getElementById("opening"), doors = document.getElementById("doors");
  document.getElementById("reopen").addEventListener("click", () => location.reload());
  setTimeout(() => {
    if (!doors.hidden) return;  // another reason is given
    opening.textContent = opening.dataset.slow;
    doors.hidden = false;
  }, LONG);
})();

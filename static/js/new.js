// Say who deals and who is elder by the names in the fields.
(() => {
  const fields = ["first", "second"].map((name) => document.querySelector(`input[name=${name}]`));
  const choices = ["second", "first"].map((value) => document.querySelector(`input[name=dealer][value=${value}]`));
  const words = choices.map((choice) => choice?.nextSibling.data);
  const say = () => {
    const [one, other] = fields.map((field) => field.value.trim());
    const named = [` ${other} deals; ${one} is elder`, ` ${one} deals; ${other} is elder`];
    choices.forEach((choice, at) => { choice.nextSibling.data = one && other ? named[at] : words[at]; });
  };
  if (choices.every(Boolean)) { addEventListener("input", say); say(); }
})();

// Home opens without the club, and a partie can be begun there: the service worker keeps what that takes, some megabytes.
// They are fetched once, after Home has been shown, where data costs nothing; elsewhere only once a person asks for them.
install(() => {
  const LATER = 2000;
  const load = document.getElementById("load"), workers = isSecureContext && navigator.serviceWorker;
  if (!load || !workers || workers.controller) return;
  const keepAll = async () => {
    load.hidden = true;
    await outbox.visit();  // whose names the form offers
    await workers.register(`${outbox.root}service.js`);
  };
  const begin = () => keepAll().catch((error) => {
    console.warn(error);
    load.hidden = false;
  });
  load.addEventListener("click", begin);
  if (isMetered()) load.hidden = false;
  else addEventListener("load", () => setTimeout(begin, LATER));
});

// A time as people here write it.
const timeHere = (at) => {
  const then = new Date(at), isToday = then.toDateString() === new Date().toDateString();
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return isToday ? `at ${time}` : `on ${then.toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" })}, ${time}`;
};

// Takes the key out of the address, where nobody finds it later, and brings it to the server.
const words = document.getElementById('door');
const key = location.hash.slice(1);
history.replaceState(null, '', '/');
const answer = await fetch('/session', { method: 'POST', body: key }).catch(() => null);
if (answer?.ok) {
  location.replace(await answer.text());
} else {
  words.textContent = answer
    ? 'This address was opened before, or too late. Start the command again for a new one.'
    : 'The server has ended. Start the command again.';
}

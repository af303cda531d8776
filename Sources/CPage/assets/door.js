// Takes the key out of the address, where nobody finds it later, and brings it to the server.
const words = document.getElementById('door');
async function enter() {
  const key = location.hash.slice(1);
  if (!key) {
    words.textContent = 'Open the whole address that the terminal shows, with what stands behind its #.';
    return;
  }
  history.replaceState(null, '', '/');
  const answer = await fetch('/session', { method: 'POST', body: key }).catch(() => null);
  if (answer?.ok) {
    location.replace(await answer.text());
  } else {
    words.textContent = answer
      ? 'This address was opened before, or too late. Start the command again for a new one.'
      : 'The server has ended. Start the command again.';
  }
}
// Who pastes the whole address where its beginning was opened stays on this page.
addEventListener('hashchange', enter);
await enter();

/**
 * The script of `/docs`. It sends what the forms say, to the address where the page is open, with the key in the header: an address
 * with a key would stand in logs. It keeps the key nowhere.
 */
export const SCRIPT = `'use strict';
const SHOWN = 20000;
const server = document.body.dataset.server;
const key = document.getElementById('key');

// On the app's own port the app is at /, and has chosen an appearance. The port of the API has no app.
if (location.port !== new URL(server).port) {
  document.getElementById('home').href = '/';
  document.getElementById('home').title = 'Back to Almanac';
  const { theme: chosen } = JSON.parse(localStorage.getItem('almanac-preferences') ?? '{}');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.scheme = chosen;
}

function pathOf(form) {
  let path = form.dataset.path;
  const query = [];
  for (const field of form.elements) {
    if (!field.dataset.in) continue;
    const value = encodeURIComponent(field.value).replaceAll('%2C', ',');
    if (field.dataset.in === 'path') path = path.replace('{' + field.name + '}', value);
    else if (field.value !== '') query.push(field.name + '=' + value);
  }
  return query.length === 0 ? path : path + '?' + query.join('&');
}

function showCurl(form) {
  const header = 'key' in form.dataset ? ' -H "X-API-Key: $ALMANAC_API_KEY"' : '';
  form.querySelector('textarea').value = 'curl' + header + " '" + (server + pathOf(form)).replaceAll("'", '%27') + "'";
}

async function send(form) {
  const state = form.querySelector('output');
  const shown = form.querySelector('.answer');
  state.textContent = 'Sending…';
  const begun = performance.now();
  try {
    const answer = await fetch(pathOf(form), { headers: key.value === '' ? {} : { 'X-API-Key': key.value }, cache: 'no-store' });
    const text = await answer.text();
    state.textContent = answer.status + ', ' + Math.round(performance.now() - begun) + ' ms, ' + text.length.toLocaleString('en-US') + ' characters';
    shown.textContent = pretty(text).slice(0, SHOWN) + (text.length > SHOWN ? '\\n… and so on' : '');
    shown.hidden = false;
  } catch {
    state.textContent = 'No answer: is Almanac still open?';
    shown.hidden = true;
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

for (const form of document.forms) {
  showCurl(form);
  form.addEventListener('input', () => showCurl(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

function openNamed() {
  const named = location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) {
    named.open = true;
    named.scrollIntoView();
  }
}
addEventListener('hashchange', openNamed);
openNamed();
for (const operation of document.querySelectorAll('.operation'))
  operation.addEventListener('toggle', () => {
    if (operation.open) history.replaceState(null, '', '#' + operation.id);
  });
`;

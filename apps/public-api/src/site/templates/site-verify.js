/* global document, fetch, URL -- this file runs in browsers */

/** A certificate has about 100 kB. */
const longestFile = 10_000_000;

const form = document.getElementById('file-check');
const input = document.getElementById('file');
const progress = document.getElementById('progress');
const verdict = document.getElementById('verdict');
const { rubrics, wellKnown, statusLists } = form.dataset;

/** The checks, which are large: loaded with the first file. */
const verifier = new URL('verifier.js', import.meta.url);

/** The service does not answer. Any other error is one of this browser. */
class OutOfReach extends Error {
  name = 'OutOfReach';
}

/** Undefined for what the service does not have. */
async function published(url) {
  const answer = await fetch(url).catch(outOfReach);
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new OutOfReach();
  return answer.json().catch(outOfReach);
}

/** A browser names no cause if an import fails, so the file is fetched again to find out. */
async function loadVerifier() {
  try {
    return await import(verifier);
  } catch (error) {
    const answer = await fetch(verifier).catch(outOfReach);
    throw answer.ok ? error : new OutOfReach();
  }
}

function outOfReach() {
  throw new OutOfReach();
}

/** Never from a cache: the certificate may have been withdrawn a minute ago. Undefined when it is out of reach. */
async function statusList(url) {
  if (!url.startsWith(statusLists)) return undefined;
  try {
    const answer = await fetch(`${wellKnown}/status/${url.slice(statusLists.length)}`, { cache: 'no-store' });
    const signed = answer.ok && answer.headers.get('content-type')?.startsWith('application/vc+jwt');
    return signed ? { list: await answer.text(), askedAt: new Date() } : undefined;
  } catch {
    return undefined;
  }
}

function show({ colour, parts }) {
  const mark = document.getElementById(`mark-${colour}`).content.cloneNode(true);
  verdict.className = `verdict-box ${colour}`;
  verdict.replaceChildren(mark, ...parts);
  verdict.hidden = false;
  progress.textContent = '';
  const heading = verdict.querySelector('h2');
  heading.tabIndex = -1;
  heading.focus();
}

function notChecked(text) {
  return { colour: 'amber', parts: [Object.assign(document.createElement('h2'), { textContent: text })] };
}

async function answerTo(file) {
  if (file.size > longestFile) return notChecked('Not checked: the file is too large to be a certificate.');
  try {
    const [{ verdictOnFile, verdictParts }, jwks, publishedLog, bytes] = await Promise.all([
      loadVerifier(),
      published(`${wellKnown}/jwks.json`),
      published(`${wellKnown}/certificate-log/trust.json`),
      file.arrayBuffer(),
    ]);
    const found = await verdictOnFile(new Uint8Array(bytes), {
      jwks,
      publishedLog,
      rubrics: JSON.parse(rubrics),
      statusList,
    });
    return { colour: found.colour, parts: verdictParts(found) };
  } catch (error) {
    return notChecked(
      error instanceof OutOfReach
        ? 'Not checked: this service is out of reach. Try again later.'
        : 'Could not check: this page failed in this browser. Use a newer browser, or try again later.',
    );
  }
}

let given = 0;

async function check(file) {
  if (!file) return;
  const turn = (given += 1);
  verdict.hidden = true;
  progress.textContent = `Checking ${file.name} …`;
  const answer = await answerTo(file);
  // Only the last file given counts.
  if (turn === given) show(answer);
}

// Anywhere on the page: a file that misses the frame would otherwise be opened instead.
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  form.classList.add('over');
});
document.addEventListener('dragleave', () => form.classList.remove('over'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  form.classList.remove('over');
  input.value = '';
  void check(event.dataTransfer.files[0]);
});
// The same file, chosen again, is checked again.
input.addEventListener('click', () => (input.value = ''));
input.addEventListener('change', () => void check(input.files[0]));
form.addEventListener('submit', (event) => event.preventDefault());
form.hidden = false;

// The script of the offline page: its form, and the verdict.
import {
  isPdf,
  IssuerKeySet,
  logTrust,
  NotACertificate,
  refusalOf,
  verdictOn,
} from '@governance/certificate-verifier';
import { browserPrimitives } from './browser-primitives.mjs';
import { textElement, verdictParts } from './verdict-parts.mjs';

const byId = (id) => document.getElementById(id);
const embedded = (id) => JSON.parse(byId(id).textContent);
const pinned = embedded('issuer-keys');
const publishedLog = embedded('published-log');
const rubrics = embedded('published-rubrics');

/** Says nothing about the certificate: something in the form is missing or unreadable. */
class Unusable extends Error {
  name = 'Unusable';
}

async function certificateGiven() {
  const typed = byId('credential').value.trim();
  if (typed) return { credential: typed };
  const [file] = byId('file').files;
  if (!file) throw new Unusable('Choose the certificate PDF, or paste the certificate code');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isPdf(bytes)) return { pdf: bytes };
  const text = new TextDecoder('latin1').decode(bytes);
  const [credential, ...others] = new Set(text.match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g));
  if (!credential) throw new NotACertificate('The file is not a PDF, and contains no certificate code');
  if (others.length > 0) throw new Unusable('The file contains more than one certificate code');
  return { credential };
}

async function keysGiven() {
  if (pinned) return new IssuerKeySet(pinned, 'saved');
  const [file] = byId('keys').files;
  if (!file) throw new Unusable('The keys of the issuer are required');
  try {
    return new IssuerKeySet(JSON.parse(await file.text()), 'saved');
  } catch {
    throw new Unusable('The keys file must be the JWK set of an issuer');
  }
}

/** The trust file of the user, or else what the issuer says of its own log. */
async function logGiven() {
  const [file] = byId('trust').files;
  if (!file) return publishedLog ? logTrust(publishedLog, 'issuer') : undefined;
  const text = await file.text();
  try {
    return logTrust(JSON.parse(text), 'file');
  } catch (error) {
    throw new Unusable(error instanceof SyntaxError ? 'The trust file must be JSON' : error.message);
  }
}

async function statusGiven() {
  const [file] = byId('status').files;
  if (!file) return undefined;
  const list = (await file.text()).trim();
  return async () => ({ list });
}

function disclosureGiven() {
  const [address, salt] = [byId('address').value.trim(), byId('salt').value.trim()];
  if (!address && !salt) return undefined;
  if (!address || !salt) throw new Unusable('Give both the address and the ownership code');
  return { address, salt };
}

function show(kind, ...parts) {
  const verdict = byId('verdict');
  verdict.className = kind;
  verdict.replaceChildren(...parts);
  verdict.hidden = false;
}

function showVerdict(verdict) {
  show(verdict.colour, ...verdictParts(verdict));
}

byId('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    const input = {
      certificate: await certificateGiven(),
      keys: await keysGiven(),
      log: await logGiven(),
      rubrics,
      statusList: await statusGiven(),
      disclosure: disclosureGiven(),
    };
    showVerdict(await verdictOn(input, browserPrimitives, new Date()));
  } catch (error) {
    if (error instanceof Unusable) show('', textElement('h2', `${error.message}.`));
    else showVerdict(refusalOf(error));
  }
});

byId('form').hidden = false;
byId('unsupported').hidden = true;
if (pinned) {
  byId('keys-field').hidden = true;
  byId('pinned').hidden = false;
  const origins = new Set(pinned.keys.map(({ kid }) => new URL(kid).origin));
  byId('pinned-issuer').textContent = [...origins].join(', ');
}

// The script of the offline page: its form, and the browser's primitives for the verifier.
import {
  IssuerKeySet,
  NotGenuine,
  readPrintedPage,
  verifyCertificate,
} from '@governance/certificate-verifier';
// Bundled into the page: a worker would be a second file.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { decodeQR } from 'qr/decode.js';

const byId = (id) => document.getElementById(id);
const embedded = (id) => JSON.parse(byId(id).textContent);
const pinned = embedded('issuer-keys');
const rubrics = embedded('published-rubrics');

const subtle = globalThis.crypto.subtle;
const hmac = { name: 'HMAC', hash: 'SHA-256' };

const reader = {
  async pagesOf(pdf) {
    // The parser takes ownership of the bytes, so it gets a copy. The page contains everything and loads nothing.
    const options = { useWasm: false, useWorkerFetch: false, useSystemFonts: false, verbosity: 0 };
    const { numPages, getPage } = await getDocument({ data: pdf.slice(), ...options }).promise.then(
      (file) => ({
        numPages: file.numPages,
        getPage: (number) => file.getPage(number),
      }),
    );
    return Promise.all(Array.from({ length: numPages }, (_, index) => getPage(index + 1)));
  },
  async draw(page) {
    const viewport = page.getViewport({ scale: 2 });
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.ceil(viewport.width),
      height: Math.ceil(viewport.height),
    });
    await page.render({ canvas, viewport }).promise;
    return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  },
  decodeQR,
};

const primitives = {
  sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
  async hmacSha256(key, bytes) {
    const imported = await subtle.importKey('raw', key, hmac, false, ['sign']);
    return new Uint8Array(await subtle.sign(hmac, imported, bytes));
  },
  async gunzip(bytes, limit) {
    const chunks = [];
    let length = 0;
    for await (const chunk of new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))) {
      length += chunk.length;
      if (length > limit) throw new Error('The list is too long');
      chunks.push(chunk);
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  },
  domainToASCII(domain) {
    try {
      return new URL(`http://${domain}`).hostname;
    } catch {
      return '';
    }
  },
  readPage: (pdf) => readPrintedPage(pdf, reader),
};

async function certificateGiven() {
  const typed = byId('credential').value.trim();
  if (typed) return { credential: typed };
  const [file] = byId('file').files;
  if (!file) throw new NotGenuine('Choose the certificate PDF, or paste the certificate code');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.startsWith('%PDF-')) return { pdf: bytes };
  const [credential, ...others] = new Set(text.match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g));
  if (!credential) throw new NotGenuine('The file contains no certificate code. Upload the PDF instead');
  if (others.length > 0) throw new NotGenuine('The file contains more than one certificate code');
  return { credential };
}

async function keysGiven() {
  if (pinned) return new IssuerKeySet(pinned);
  const [file] = byId('keys').files;
  if (!file) throw new NotGenuine('The keys of the issuer are required');
  try {
    return new IssuerKeySet(JSON.parse(await file.text()));
  } catch {
    throw new NotGenuine('The keys file must be the JWK set of an issuer');
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
  if (!address || !salt) throw new NotGenuine('Give both the address and the ownership code');
  return { address, salt };
}

const modes = {
  'msp-self': 'The provider assesses itself',
  'client-on-behalf': 'On behalf of one client',
};

function element(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}

function listOf(items) {
  const list = document.createElement('ul');
  list.append(...items.map((item) => element('li', item)));
  return list;
}

function show(kind, ...parts) {
  const verdict = byId('verdict');
  verdict.className = kind;
  verdict.replaceChildren(...parts);
  verdict.hidden = false;
}

function showGenuine({ credential, result, checked, unchecked }) {
  const { rubric } = credential;
  const facts = [
    ['Certificate', credential.resultId],
    ['Issued by', new URL(credential.issuer).origin],
    ['Issued on', credential.issuedAt.toISOString().slice(0, 10)],
    ['Overall score', `${credential.overallScore} out of 100`],
    ['Tier', credential.tier],
    ['Launch verdict', credential.launchAllowed ? 'Ready to launch' : 'Not ready to launch'],
    ['Assessed', modes[credential.mode]],
    ['Rubric', `${rubric.id} ${rubric.version}, SHA-256 ${rubric.sha256}`],
  ];
  const list = document.createElement('dl');
  for (const [name, value] of facts) list.append(element('dt', name), element('dd', value));
  show(
    'good',
    element(
      'h2',
      result ? 'Genuine: the certificate is as it was issued' : 'The certificate code is genuine',
    ),
    list,
    element('h3', 'Checked'),
    listOf(checked),
    element('h3', 'Not checked'),
    listOf(unchecked),
    element(
      'p',
      `This is a self-assessment, not an audit.${credential.domain ? '' : ' It does not name its holder.'}`,
    ),
  );
}

byId('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    const input = {
      certificate: await certificateGiven(),
      keys: await keysGiven(),
      rubrics,
      statusList: await statusGiven(),
      disclosure: disclosureGiven(),
    };
    showGenuine(await verifyCertificate(input, primitives));
  } catch (error) {
    const text = error instanceof NotGenuine ? `${error.message}.` : 'The certificate cannot be read.';
    show('bad', element('h2', 'Not genuine'), element('p', text));
  }
});

if (pinned) {
  byId('keys-field').hidden = true;
  byId('pinned').hidden = false;
  const origins = new Set(pinned.keys.map(({ kid }) => new URL(kid).origin));
  byId('pinned-issuer').textContent = [...origins].join(', ');
}

/* global Blob, document, URL -- this file runs in browsers */

const largest = 100_000;
const modes = ['msp-self', 'client-on-behalf'];

/** A file that is no draft; the message is for the reader. */
export class NotADraft extends Error {
  name = 'NotADraft';
}

/** The draft as a file. It is a submission too: the command line takes it with `--answers`. */
export function draftFile({ mode, client, answers, notes, evidence = {} }) {
  const content = {
    mode,
    ...(client && { client }),
    answers,
    ...(notes && { notes }),
    ...(Object.keys(evidence).length > 0 && { evidence }),
  };
  return new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' });
}

/** The browser frees the file with the page: some read it only after the click. */
export function saveFile(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
}

/** "assessment-Acme-Ltd.json": letters and digits of any script. */
export function fileNameOf({ mode, client }) {
  const words = (client || mode).replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `assessment-${words || mode}.json`;
}

/** `{mode, client, answers, notes, evidence}` of a file. Throws `NotADraft`. */
export async function readDraftFile(file) {
  if (file.size > largest) throw new NotADraft('This file is too large to be a draft.');
  const content = parsed(await file.text());
  const { mode = 'msp-self', client = '', notes = '', evidence = {} } = content;
  if (!modes.includes(mode)) throw new NotADraft('This draft is for an assessment that we do not know.');
  return {
    mode,
    client: String(client).slice(0, 100),
    notes: String(notes).slice(0, 10_000),
    answers: answersIn(content.answers, evidence),
    evidence: evidenceIn(evidence),
  };
}

function parsed(text) {
  try {
    const content = JSON.parse(text);
    if (typeof content === 'object' && content !== null) return content;
  } catch {
    // Not JSON.
  }
  throw new NotADraft('This file is not a draft of an assessment.');
}

function answersIn(given, evidence) {
  const entries = Object.entries(typeof given === 'object' && given !== null ? given : {});
  const wrong = entries.some(
    ([id, answer]) => !/^[a-z0-9-]{1,64}$/.test(id) || ![0, 1, 2, 3].includes(answer),
  );
  const empty = entries.length === 0 && Object.keys(evidence ?? {}).length === 0;
  if (empty || wrong) throw new NotADraft('This file has no answers that we can read.');
  return Object.fromEntries(entries);
}

/** Texts by question; the page of the form takes those that it has fields for. */
function evidenceIn(given) {
  const entries = Object.entries(given ?? {});
  const isTexts = (entry) =>
    typeof entry === 'object' &&
    entry !== null &&
    Object.values(entry).every((text) => typeof text === 'string');
  const wrong = entries.some(([id, entry]) => !/^[a-z0-9-]{1,64}$/.test(id) || !isTexts(entry));
  if (typeof given === 'string' || wrong) throw new NotADraft('This file has evidence that we cannot read.');
  return Object.fromEntries(entries);
}

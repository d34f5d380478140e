/* global crypto, localStorage, URLSearchParams -- this file runs in browsers */

const prefix = 'assessment-draft:';
/** A mode alone, or with what tells its drafts apart: `client-on-behalf:3f2b8c1e`. */
const namePattern = /^(msp-self|client-on-behalf)(?::[\w:-]{1,40})?$/;

const empty = { answers: {}, notes: '', client: '', path: '', savedAt: 0 };

/**
 * The answers of one sheet, kept in this browser until they are sent: `{answers: {questionId: 0..3}, notes, evidence, client,
 * path, savedAt}`. `evidence` is that of a submission; undefined in a draft of an earlier release. The email address is not kept. A browser that refuses to keep anything loses nothing but this.
 */
export function readDraft(name) {
  try {
    const { answers, notes, evidence, client, path, savedAt } = {
      ...empty,
      ...JSON.parse(localStorage.getItem(prefix + name)),
    };
    return {
      answers,
      notes: String(notes),
      evidence: evidence ?? undefined,
      client: String(client),
      path: String(path),
      savedAt: Number(savedAt),
    };
  } catch {
    return empty;
  }
}

/** False when the browser keeps nothing. */
export function keepDraft(name, { answers, notes, evidence = {}, client = '', path = '' }) {
  try {
    const draft = { answers, notes, evidence, client, path, savedAt: Date.now() };
    localStorage.setItem(prefix + name, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Whether the browser would keep a draft now, also one with the longest texts. */
export function hasRoom() {
  const probe = 'room-for-a-draft';
  try {
    localStorage.setItem(probe, 'x'.repeat(40_000));
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(name) {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // Nothing was kept, then.
  }
}

/** Every draft of this browser, the latest first: as `readDraft`, with its name and mode. */
export function listDrafts() {
  return names()
    .map((name) => ({ name, mode: modeOf(name), ...readDraft(name) }))
    .filter(isBegun)
    .toSorted((one, other) => other.savedAt - one.savedAt);
}

/** Whether there is something to lose. */
export function isBegun({ answers, evidence = {} }) {
  return Object.keys(answers).length + Object.keys(evidence).length > 0;
}

/** A name that no draft of the mode has. */
export function newDraftName(mode) {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `${mode}:${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The name that an address asks for: that of its mode if it asks for none. */
export function draftNameIn(search, mode) {
  const name = `${mode}:${new URLSearchParams(search).get('draft') ?? ''}`;
  return namePattern.test(name) ? name : mode;
}

/** The page on which a draft goes on. */
export function draftAddress({ name, mode, path }) {
  if (path.startsWith('/') && !path.startsWith('//')) return path;
  const id = name.slice(mode.length + 1);
  return id === '' ? `?mode=${mode}` : `?mode=${mode}&draft=${encodeURIComponent(id)}`;
}

function modeOf(name) {
  return name.split(':')[0];
}

function names() {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .filter((name) => namePattern.test(name));
  } catch {
    return [];
  }
}

/* global localStorage -- this file runs in browsers */

const prefix = 'assessment-draft:';

/**
 * The answers of one mode, kept in this browser until they are sent: `{answers: {questionId: 0..3}, notes, savedAt}`. The
 * email address is not kept. A browser that refuses to keep anything loses nothing but this.
 */
export function readDraft(mode) {
  try {
    const { answers = {}, notes = '', savedAt = 0 } = JSON.parse(localStorage.getItem(prefix + mode)) ?? {};
    return { answers, notes: String(notes), savedAt: Number(savedAt) };
  } catch {
    return { answers: {}, notes: '', savedAt: 0 };
  }
}

/** False when the browser keeps nothing. */
export function keepDraft(mode, { answers, notes }) {
  try {
    localStorage.setItem(prefix + mode, JSON.stringify({ answers, notes, savedAt: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(mode) {
  try {
    localStorage.removeItem(prefix + mode);
  } catch {
    // Nothing was kept, then.
  }
}

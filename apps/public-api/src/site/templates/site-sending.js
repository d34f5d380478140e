/* global crypto, fetch -- this file runs in browsers */

/** What went wrong with sending, in words for the reader; `field` names the field it is about. */
export class SendingFailed extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/** Sends a submission; the same one again, after an answer that got lost, is the same submission. */
export class Sending {
  constructor(api) {
    this.api = api;
    this.sent = undefined;
    this.key = undefined;
  }

  /** The address of the result's page. Throws `SendingFailed`. */
  async send(submission) {
    const body = JSON.stringify(submission);
    if (body !== this.sent) this.key = randomKey();
    this.sent = body;
    const headers = { 'content-type': 'application/json', 'idempotency-key': this.key };
    const response = await fetch(this.api, { method: 'POST', headers, body }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    if (response?.status === 201 && answer) return answer.resultUrl;
    throw failureOf(response?.status, String(answer?.error ?? ''));
  }
}

function failureOf(status, error) {
  if (status === 400 && error.startsWith('submitterEmail')) {
    return new SendingFailed(
      'Enter an email address such as name@example.com, or leave it empty',
      'submitterEmail',
    );
  }
  if (status === 400 && error.startsWith('notes')) {
    return new SendingFailed('Shorten the notes to 10,000 characters', 'notes');
  }
  if (status === 400 && error.startsWith('organizationName')) {
    return new SendingFailed(
      'Enter 2 to 100 Latin letters, digits or common signs, without a web or email address, or leave it empty',
      'organizationName',
    );
  }
  if (status === 400 && error.startsWith('renewalReminder')) {
    return new SendingFailed('No reminder can be sent: clear this box', 'renewalReminder');
  }
  if (status === 400) {
    return new SendingFailed(
      'The questions have changed since you began. Reload this page: your answers are kept.',
    );
  }
  return new SendingFailed(
    'The answers could not be sent. They are kept in this browser: try again in a moment.',
  );
}

function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

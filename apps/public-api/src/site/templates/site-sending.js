/* global crypto, fetch -- this file runs in browsers */

/** What went wrong with sending, in words for the reader; `field` names the field it is about. */
export class SendingFailed extends Error {
  name = 'SendingFailed';

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

/** Refusals of a field, by how their text begins. */
const fieldTexts = {
  submitterEmail: 'Enter an email address such as name@example.com, or leave it empty',
  notes: 'Shorten the notes to 10,000 characters',
  organizationName:
    'Enter 2 to 100 Latin letters, digits or common signs, without a web or email address, or leave it empty',
  renewalReminder: 'No reminder can be sent: clear this box',
};

const evidenceTexts = {
  owner: 'Enter an owner of at most 100 characters',
  note: 'Shorten the note to 1,000 characters of plain text',
  link: 'Enter a web address that begins with https://, without a user name or password',
  reviewOn: 'Enter a date from 2000 to 2099',
};

function failureOf(status, error) {
  if (status === 400) return refusalOf(error);
  if (status === 413)
    return new SendingFailed('The notes and the evidence are too long together: shorten them.');
  return new SendingFailed('The service has not confirmed your answers: try again in a moment.');
}

function refusalOf(error) {
  const [, id, member] = /^evidence\.([a-z0-9-]+)\.(owner|note|link|reviewOn) /.exec(error) ?? [];
  if (member) return new SendingFailed(evidenceTexts[member], `${member}.${id}`);
  if (error.startsWith('evidence must have'))
    return new SendingFailed('Shorten your evidence to 20,000 characters in all.');
  const field = Object.keys(fieldTexts).find((name) => error.startsWith(name));
  if (field) return new SendingFailed(fieldTexts[field], field);
  return new SendingFailed('The questions have changed since you began: reload this page.');
}

function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

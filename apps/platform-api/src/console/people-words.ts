/** What the API says, and what the console calls it. Longer texts come first. */
const words: readonly (readonly [api: string, console: string])[] = [
  [
    'this Idempotency-Key was used with another body',
    'this form was sent before with other entries: open the page again',
  ],
  ['a creation with this Idempotency-Key is still running', 'this form was sent twice: wait a moment'],
  ['another change of this resource', 'another change'],
  ['account-admin', 'administrator'],
  ['client-manager', 'client manager'],
  ['credentials of type public_key', 'credentials with a key of your own'],
  ['credentials of type client_secret', 'credentials with a secret'],
  ['of type enterprise', 'to your own provider'],
];

/** The words of the console for those of the API. */
export function inPeopleWords(text: string): string {
  return words.reduce((said, [api, console]) => said.replaceAll(api, console), text);
}

/** A text of the API, which begins in lower case and ends without a full stop, as a sentence. */
export function asSentence(text: string): string {
  const said = inPeopleWords(text);
  return `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/\.$/, '')}.`;
}

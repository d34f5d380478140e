export const address = 'canary-7f3a9c@example.com';
export const notes = 'canary-notes-5b1d: confidential';
export const idempotencyKey = 'canary-key-e0a4-0000';
export const organizationName = 'Canary Name c4d2 Ltd';
export const secrets = [address, 'canary-7f3a9c', notes, 'canary-notes-5b1d', idempotencyKey];
/** Asked for and not proven: only its holder and its mailbox see it. */
export const domain = 'canary-domain-81f2.example';
/** Only the holder of the result sees it. */
export const evidence = {
  owner: 'Canary Owner 9e1a',
  note: 'canary-evidence-note-7d20',
  link: 'https://canary-link-3c8b.example/secret-path-44fe',
};
export const evidenceCanaries = [
  ...Object.values(evidence),
  'owner 9e1a',
  'canary-link-3c8b',
  'secret-path-44fe',
];
const canaries = [...secrets, ...evidenceCanaries, domain, 'canary-domain', organizationName, 'name c4d2'];

/** Each has one of them where it is not accepted. */
export const refusedBodies: readonly object[] = [
  { submitterEmail: `${address},`, notes, organizationName },
  { submitterEmail: address, notes, organizationName: `${organizationName} www.acme` },
  { submitterEmail: address, notes, organizationName: `${organizationName} ${'x'.repeat(100)}` },
  { submitterEmail: address, notes: `${notes}\u0000` },
  { submitterEmail: address, notes, renewalReminder: address },
  { evidence: { 'gov-ai-policy': { ...evidence, owner: evidence.owner.repeat(10) } } },
  { evidence: { 'gov-ai-policy': { ...evidence, note: `${evidence.note}\u0007` } } },
  { evidence: { 'gov-ai-policy': { link: evidence.link.replace('https', 'http') } } },
  { evidence: { 'gov-ai-policy': { reviewOn: evidence.owner } } },
  { evidence: { [evidence.owner]: evidence } },
  { evidence: evidence.note },
  { submitterEmail: address, notes, mode: address },
  { submitterEmail: address, notes, rubricVersion: notes },
  { submitterEmail: address, notes, answers: { [address]: 3 } },
  { submitterEmail: address, notes, answers: { 'gov-ai-policy': notes } },
];

export function withoutEvidence(text: string): string {
  return Object.values(evidence).reduce((rest, shown) => rest.replaceAll(shown, ''), text);
}

/** A canary as plain text, as hexadecimal bytes, and as in an encoded message. */
const shapesOf = (texts: readonly string[]): string[] =>
  texts.flatMap((canary) => {
    const bytes = Buffer.from(canary);
    return [
      canary,
      bytes.toString('hex'),
      bytes.toString('base64').replace(/=+$/, ''),
      encodeURIComponent(canary),
    ];
  });

export function found(text: string, texts = canaries): string[] {
  const lower = text.toLowerCase();
  return shapesOf(texts).filter((shape) => lower.includes(shape.toLowerCase()));
}

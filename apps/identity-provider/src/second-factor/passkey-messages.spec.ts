import { assertionIn, challengeIn, creationIn } from './passkey-messages';

const base64 = (text: string): string => Buffer.from(text).toString('base64url');
const clientData = (data: object): string => base64(JSON.stringify(data));

const assertion = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: clientData({ challenge: 'challenge' }),
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  },
};
const { clientDataJSON } = assertion.response;
const creation = { ...assertion, response: { clientDataJSON, attestationObject: 'AAAA' } };
const longest = 'A'.repeat(1364);

describe('a message of a browser', () => {
  it('is read from the field of a form, without other members', () => {
    expect(assertionIn(JSON.stringify({ ...assertion, extra: 1 }))).toEqual(assertion);
    const { response, ...rest } = creation;
    const read = { ...rest, response: { ...response, transports: [] } };
    expect(creationIn(JSON.stringify({ ...creation, clientExtensionResults: {} }))).toEqual(read);
  });

  it('keeps the transports of the specification, otherwise none', () => {
    const transportsOf = (transports: unknown): unknown =>
      creationIn(JSON.stringify({ ...creation, response: { ...creation.response, transports } }))?.response
        .transports;
    expect(transportsOf(['usb', 'nfc'])).toEqual(['usb', 'nfc']);
    for (const other of [['carrier pigeon'], 'usb', Array(11).fill('usb'), null])
      expect(transportsOf(other)).toEqual([]);
  });

  it.each([
    ['no text', { field: 7 }],
    ['no JSON', { field: '{' }],
    ['null', { field: 'null' }],
    ['a list', { field: '[]' }],
    ['no response', { field: JSON.stringify({ ...assertion, response: undefined }) }],
    ['another type', { field: JSON.stringify({ ...assertion, type: 'password' }) }],
    ['an empty id', { field: JSON.stringify({ ...assertion, id: '' }) }],
    ['base64 that is not base64url', { field: JSON.stringify({ ...assertion, id: 'A+A=' }) }],
    ['an id that is too long', { field: JSON.stringify({ ...assertion, id: `${longest}A` }) }],
    [
      'a signature that is too long',
      {
        field: JSON.stringify({
          ...assertion,
          response: { ...assertion.response, signature: 'A'.repeat(1400) },
        }),
      },
    ],
  ])('is not %s', (_case, { field }) => {
    expect([assertionIn(field), creationIn(field)]).toEqual([undefined, undefined]);
  });

  it('can have an id of 1023 bytes', () => {
    expect(assertionIn(JSON.stringify({ ...assertion, id: longest, rawId: longest }))).toBeDefined();
  });

  it('answers the challenge in its client data, unless that is damaged or of an embedded page', () => {
    const challengeOf = (data: string): string | undefined =>
      challengeIn({
        ...assertion,
        type: 'public-key',
        response: { ...assertion.response, clientDataJSON: data },
      });
    expect(challengeOf(clientData({ challenge: 'one' }))).toBe('one');
    expect(challengeOf(clientData({ challenge: 'one', crossOrigin: false }))).toBe('one');
    for (const data of [
      { challenge: 'one', crossOrigin: true },
      { challenge: 1 },
      { challenge: 'x'.repeat(129) },
    ])
      expect(challengeOf(clientData(data))).toBeUndefined();
    for (const damaged of ['AAAA', base64('{'), base64('null')]) expect(challengeOf(damaged)).toBeUndefined();
  });
});

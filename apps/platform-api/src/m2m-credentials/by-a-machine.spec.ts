import { type CredentialLimits } from '@governance/iam';
import { problemOf } from '@governance/http';
import { refuseWiderNetworks } from './calling-credential';

const machine = (allowedNetworks: readonly string[] | undefined): CredentialLimits => ({
  id: 'caller',
  allowedNetworks,
  expiresAt: undefined,
  validForDays: undefined,
  endsBy: undefined,
});

function answerTo(asked: readonly string[] | undefined, calling: CredentialLimits | undefined): unknown {
  try {
    refuseWiderNetworks({ allowedNetworks: asked }, calling);
    return 'taken';
  } catch (error) {
    return problemOf(error).kind;
  }
}

describe('a credential made by a machine', () => {
  const own = ['192.0.2.0/24', '2001:db8::/32'];

  it.each([
    [undefined],
    [['192.0.3.0/24']],
    [['192.0.2.0/23']],
    [['192.0.2.0/25', '198.51.100.1/32']],
    [['2001:db9::/32']],
    [['::/1']],
  ])('is refused outside the networks of the machine: %j', (asked) => {
    expect(answerTo(asked, machine(own))).toBe('forbidden');
  });

  it.each([[['192.0.2.0/24']], [['192.0.2.128/25', '2001:db8:17::/48']], [['192.0.2.7/32']]])(
    'is taken inside: %j',
    (asked) => {
      expect(answerTo(asked, machine(own))).toBe('taken');
    },
  );

  it('has any networks if the machine has none, or a person makes it', () => {
    expect([answerTo(undefined, machine(undefined)), answerTo(['192.0.3.0/24'], undefined)]).toEqual([
      'taken',
      'taken',
    ]);
  });
});

import { type Findings } from './findings';
import { CannotCheck, NotACertificate, NotGenuine, Withdrawn } from './not-genuine';
import { refusalOf, verdictOf } from './verdict';

const issuedAt = new Date('2026-11-20T12:00:00Z');
const early = new Date('2027-11-20T12:00:00Z');
const late = new Date('2027-11-20T12:00:01Z');

const credential: Findings['credential'] = {
  resultId: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  issuedAt,
  issuer: 'https://assess.example.org/.well-known/issuer.json',
  keyId: 'https://assess.example.org/.well-known/jwks.json#key',
  verificationUrl: 'https://api.example.org/api/certification/verify/3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  status: { list: 'https://assess.example.org/.well-known/status/0', index: 1 },
  mode: 'msp-self',
  overallScore: 71,
  tier: 'Progressing',
  launchAllowed: false,
  rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: 'ab'.repeat(32) },
};

describe('the verdict', () => {
  const dated = 'it is dated 20 November 2026 and is in the public log only since 28 November 2026';

  it.each([
    {
      now: early,
      missing: [],
      colour: 'green',
      sentence: 'Genuine: the certificate is as it was issued, and it was not withdrawn.',
    },
    {
      now: late,
      missing: [],
      colour: 'amber',
      sentence: 'Genuine, but renewal was advised by 20 November 2027.',
    },
    {
      now: early,
      missing: ['whether it was withdrawn'],
      colour: 'amber',
      sentence: 'Genuine, but this could not be checked: whether it was withdrawn.',
    },
    {
      now: late,
      missing: ['what the page shows', 'whether it was withdrawn'],
      colour: 'amber',
      sentence:
        'Genuine, but renewal was advised by 20 November 2027, and this could not be checked: what the page shows, whether it was withdrawn.',
    },
    {
      now: early,
      missing: [],
      reservations: [dated],
      colour: 'amber',
      sentence: `Genuine, but ${dated}.`,
    },
    {
      now: late,
      missing: ['whether it was withdrawn'],
      reservations: [dated],
      colour: 'amber',
      sentence: `Genuine, but renewal was advised by 20 November 2027, and ${dated}, and this could not be checked: whether it was withdrawn.`,
    },
  ])('is $colour with $missing missing, at $now', ({ now, missing, reservations = [], colour, sentence }) => {
    const findings = { credential, checked: [], unchecked: [], missing, reservations };
    expect(verdictOf(findings, now)).toEqual({ colour, sentence, findings });
  });

  it.each([
    [new Withdrawn(), 'Not valid: the issuer withdrew this certificate.'],
    [
      new Withdrawn('example.com'),
      'Not valid: the issuer withdrew this certificate, or its proof of example.com.',
    ],
    [
      new NotGenuine('The file was changed after it was issued'),
      'Not genuine: the file was changed after it was issued.',
    ],
  ])('is red for %s', (error, sentence) => {
    expect(refusalOf(error)).toEqual({ colour: 'red', sentence });
  });

  it('is not given where the program fails, or the file is not a PDF', () => {
    expect(refusalOf(new CannotCheck('This program cannot draw certificates', 'a missing function'))).toEqual(
      {
        colour: 'amber',
        sentence: 'Could not check: this program cannot draw certificates.',
        reason: 'a missing function',
      },
    );
    expect(refusalOf(new TypeError('a defect'))).toEqual({
      colour: 'amber',
      sentence: 'Could not check: this program failed.',
      reason: 'a defect',
    });
    expect(refusalOf(new NotACertificate('The file is not a PDF'))).toEqual({
      colour: 'grey',
      sentence: 'Not a certificate: the file is not a PDF.',
    });
  });
});

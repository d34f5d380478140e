import { constantHeader, defineProblem, sharedHeader, storeUnavailable } from '@governance/http';
import { type HeadersObject } from '@nestjs/swagger';
import { holdersOnly } from './holders-only.decorator';

/** On every response, errors included. */
export const holdersOnlyHeaders: HeadersObject = {
  'Cache-Control': constantHeader(holdersOnly['Cache-Control'], 'Caches must not store it.'),
  'Referrer-Policy': constantHeader(holdersOnly['Referrer-Policy'], 'Pages must not pass on the address.'),
  'X-Robots-Tag': constantHeader(holdersOnly['X-Robots-Tag'], 'Search engines must not list it.'),
};

export const retryLater = { ...holdersOnlyHeaders, 'Retry-After': sharedHeader('Retry-After') };

/** The only error for a capability that is wrong in any way. */
export const unknownResult = defineProblem({
  kind: 'not_found',
  text: 'there is no such result',
  when: 'We did not make this capability.',
  remedy: 'Use the last segment of `resultUrl`, complete and in the same letters',
  headers: holdersOnlyHeaders,
});

export const holdersUnavailable = {
  kind: storeUnavailable.kind,
  when: storeUnavailable.when,
  texts: storeUnavailable.texts,
  headers: { ...storeUnavailable.headers, ...holdersOnlyHeaders },
};

export const withdrawnCertificate = defineProblem({
  kind: 'not_found',
  text: 'the certificate of this result was withdrawn',
  when: 'The certificate was withdrawn.',
  remedy: 'Submit again, with new answers',
  headers: holdersOnlyHeaders,
});

const noEvidence = defineProblem({
  kind: 'not_found',
  text: 'this result has no evidence',
  when: 'The submission gave no evidence, or it was deleted.',
  remedy: 'None was submitted, or it was deleted',
  headers: holdersOnlyHeaders,
});

export type DocumentProblems = ReturnType<typeof problemsOfDocument>;

export const documentProblems = {
  certificate: problemsOfDocument('certificate', withdrawnCertificate),
  'evidence-report': problemsOfDocument('evidence report', noEvidence),
};

function problemsOfDocument(noun: string, unmakeable: typeof noEvidence) {
  const later = { remedy: 'Wait for `Retry-After` seconds', headers: retryLater };
  const notNow = {
    ...later,
    kind: 'unavailable',
    when: `Too many ${noun}s are being made, or this one could not be made. After \`Retry-After\`, ask for it again.`,
  } as const;
  return {
    unmakeable,
    tooMany: defineProblem({
      ...later,
      kind: 'too_many',
      text: `too many ${noun}s asked for from this address, try again later`,
      when: `This client has had too many ${noun}s made within the last hour.`,
    }),
    overBudget: defineProblem({ ...notNow, text: `too many ${noun}s are being made, try again later` }),
    parked: defineProblem({ ...notNow, text: `the ${noun} could not be made, ask for it again later` }),
  };
}

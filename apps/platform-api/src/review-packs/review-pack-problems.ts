import { defineProblem, sharedHeader } from '@governance/http';

const retryLater = {
  remedy: 'Wait for `Retry-After` seconds',
  headers: { 'Retry-After': sharedHeader('Retry-After') },
};

export const nothingToReview = defineProblem({
  kind: 'not_found',
  text: 'the client has no result',
  when: 'The client has no result that counts, or only one of a rubric that this release does not know.',
  remedy: 'Attach a result of the client first',
});

export const tooManyPacks = defineProblem({
  ...retryLater,
  kind: 'too_many',
  text: 'too many review packs made for this organization, try again later',
  when: 'The organization has had 200 review packs made within the last hour.',
});

export const packNotMade = defineProblem({
  ...retryLater,
  kind: 'unavailable',
  text: 'the review pack could not be made, ask for it again later',
  when: 'The review pack could not be made. After `Retry-After`, ask for it again.',
});

import { type World } from './world';

/** Each names its submission, so that a printed name belongs to one certificate. `trap` is a host and a port. */
const names: readonly ((holder: string, trap: string) => string | undefined)[] = [
  () => undefined,
  (holder) => `${holder} & Söhne`,
  (holder, trap) => `${holder} <img src=//${trap}/img>`,
  (holder, trap) => `</p><script src=//${trap}/js></script> ${holder}`,
  (holder, trap) => `${holder} <style>*{background:url(//${trap}/css)}</style>`,
  (holder) => `${holder} {{{id}}} \${7*7} "><b onclick='x'>`,
  // The service refuses an address.
  (holder, trap) => `${holder} <img src=http://${trap}/refused>`,
];

/** The name of an organization; undefined for a submission without one. Most are hostile. */
export function holderName({ random, product }: World, submission: number): string | undefined {
  return random.pick(names)(`Holder ${submission} Ltd`, product.trap.address);
}

/** The submissions whose holders a text names. */
export function holdersIn(text: string): readonly number[] {
  return [...text.matchAll(/Holder ?(\d+) ?Ltd/g)].map(([, submission]) => Number(submission));
}

import { type App } from '../app';
import { checkedUrl } from '../checked-url';

/** The public surface of the issuer that the user trusts: the given one, or that of the profile. */
export function issuerUrl(app: App, { issuer }: { readonly issuer?: string }): string {
  return issuer === undefined ? app.publicUrl : checkedUrl(issuer, '--issuer');
}

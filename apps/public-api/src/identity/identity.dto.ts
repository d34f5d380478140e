/** spec 2.4 */
export class IdentityResponse {
  readonly authenticated: boolean = false;
  readonly email: string = '';
  readonly name: string = '';
  readonly roles: readonly string[] = [];
}

/** The body of `/health` (spec 2.6); the platform adds its environment. */
export abstract class HealthBody {
  abstract readonly status: string;
  abstract readonly environment?: string;
}

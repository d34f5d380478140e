/** The public URL of this surface: the setting PLATFORM_BASE_URL. */
export abstract class PlatformAddress {
  /** Without a trailing slash. */
  abstract readonly baseUrl: string;
}

/** Where this surface is, as the outside sees it: the setting PLATFORM_BASE_URL. */
export abstract class PlatformAddress {
  /** Without a slash at the end. */
  abstract readonly baseUrl: string;
}

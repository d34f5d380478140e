// The browser comes from the system or from @sparticuz/chromium, never from a download at install time.
module.exports = { skipDownload: true };

// A failed property reports the assertion that failed, and not only the values. Specs load fast-check as CommonJS, like this file.
require('fast-check').configureGlobal({ includeErrorInReport: true });

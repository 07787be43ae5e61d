package import SystemSupport

/// Messages and their languages are of the module below, so that those of errors can be written beside the errors.
package typealias LocalizedPhrase = SystemSupport.LocalizedPhrase
package typealias Language = SystemSupport.Language

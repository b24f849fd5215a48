/// The meaning of a colour. The coloured text says the same in words.
package enum Tone: String {
  case better
  case worse
  case unsure
}

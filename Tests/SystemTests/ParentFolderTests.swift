import SystemSupport
import Testing

struct ParentFolderTests {
  @Test(arguments: [
    ("a/b", "a"), ("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("", ""), ("ab", ""), ("a", ""), ("가", ""),
    ("a/", ""),
    ("/a/b/", "/a"), ("a//b", "a"), ("//a", "/"), ("./a", "."), ("../a", ".."),
  ])
  func `the folder of a path`(path: String, folder: String) {
    #expect(path.parentFolder == folder)
  }
}

#include "analyzer/adapters/text/cppcheck_dump.hpp"

#include <gtest/gtest.h>

namespace assay::analyzer {
namespace {

/// A dump for `return x + y;` with values at the tokens; `values` are the values of the operand x.
std::string dump_with(const std::string& token_attributes, const std::string& values) {
  return R"(<?xml version="1.0"?><dumps language="c"><rawtokens/><dump cfg=""><tokenlist>
    <token id="1" file="a.c" linenr="3" column="10" str="x" type="name" varId="1" astParent="2" )" +
         token_attributes + R"(/>
    <token id="2" file="a.c" linenr="3" column="12" str="+" type="op" astOperand1="1" astOperand2="3"/>
    <token id="3" file="a.c" linenr="3" column="14" str="y" type="name" varId="2" astParent="2"/>
  </tokenlist><valueflow><values id="v">)" +
         values + "</values></valueflow></dump></dumps>";
}

Claims read(const std::string& token_attributes, const std::string& values) {
  Claims claims;
  const Status status = read_cppcheck_dump(dump_with("values=\"v\" " + token_attributes, values), "a.c", claims);
  EXPECT_TRUE(status.ok()) << status.error().text();
  return claims;
}

constexpr const char* kUnsignedLong = "valueType-type=\"long\" valueType-sign=\"unsigned\"";
constexpr const char* kUnsignedChar = "valueType-type=\"char\" valueType-sign=\"unsigned\"";

struct Reading {
  const char* name;
  const char* token;
  const char* value;
  const char* property;  ///< empty: no fact
  const char* unread;    ///< the reason, when there is none
};

class CppcheckValues : public testing::TestWithParam<Reading> {};

TEST_P(CppcheckValues, AreReadAsTheyAreMeant) {
  const Reading& reading = GetParam();
  const Claims claims = read(reading.token, reading.value);
  if (*reading.property != '\0') {
    ASSERT_EQ(claims.facts.size(), 1U);
    EXPECT_EQ(to_text(claims.facts[0].property), reading.property);
    EXPECT_EQ(claims.facts[0].place.line, 3U);
    EXPECT_EQ(claims.facts[0].place.column, 10U);
  } else {
    EXPECT_TRUE(claims.facts.empty());
    ASSERT_EQ(claims.unread.size(), 1U);
    EXPECT_EQ(claims.unread[0].first, reading.unread);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, CppcheckValues,
    testing::Values(
        Reading{"Known", "", R"(<value intvalue="5" bound="Point" known="true" path="0"/>)", "is 5", ""},
        Reading{"Impossible", "", R"(<value intvalue="5" bound="Point" impossible="true" path="0"/>)", "is not 5", ""},
        Reading{"KnownSize", "", R"(<value container-size="5" bound="Point" known="true" path="0"/>)", "is 5", ""},
        Reading{"NotThatSize", "", R"(<value container-size="0" bound="Point" impossible="true" path="0"/>)",
                "is not 0", ""},
        Reading{"SizeNotAtLeast", "", R"(<value container-size="9" bound="Lower" impossible="true" path="0"/>)",
                "in (-inf, 8]", ""},
        Reading{"SizeNotNegative", "", R"(<value container-size="-1" bound="Upper" impossible="true" path="0"/>)", "",
                "no more than the type"},
        Reading{"PossibleSize", "", R"(<value container-size="9" bound="Point" possible="true" path="0"/>)", "", "may"},
        Reading{"NotAtMost", "", R"(<value intvalue="5" bound="Upper" impossible="true" path="0"/>)", "in [6, inf)",
                ""},
        Reading{"NotAtLeast", "", R"(<value intvalue="5" bound="Lower" impossible="true" path="0"/>)", "in (-inf, 4]",
                ""},
        Reading{"UnsignedMinusOneIsTheLargest", kUnsignedLong,
                R"(<value intvalue="18446744073709551615" bound="Point" known="true" path="0"/>)",
                "is 18446744073709551615", ""},
        Reading{"UnsignedNotAtMostMinusOne", kUnsignedChar,
                R"(<value intvalue="18446744073709551615" bound="Upper" impossible="true" path="0"/>)", "",
                "no more than the type"},
        Reading{"WideUnsignedBoundIsNotClear", kUnsignedLong,
                R"(<value intvalue="18446744073709551615" bound="Lower" impossible="true" path="0"/>)", "",
                "bound beyond 63 bits"},
        Reading{"Possible", "", R"(<value intvalue="5" bound="Point" possible="true" path="0"/>)", "", "may"},
        Reading{"Inconclusive", "", R"(<value intvalue="5" known="true" inconclusive="true"/>)", "", "inconclusive"},
        Reading{"OfAPath", "", R"(<value intvalue="5" bound="Point" known="true" path="2"/>)", "", "of one path"},
        Reading{"KnownReal", "valueType-type=\"double\"",
                R"(<value floatvalue="5" bound="Point" known="true" path="0"/>)",
                "float-interval(0x1.3fff2e48e8a72p+2, 0x1.4000d1b71758ep+2)", ""},
        Reading{"KnownZero", "valueType-type=\"float\"",
                R"(<value floatvalue="0" bound="Point" known="true" path="0"/>)", "float-interval(-0x0p+0, 0x0p+0)",
                ""},
        Reading{"ImpossibleReal", "valueType-type=\"double\"", R"(<value floatvalue="5" impossible="true" path="0"/>)",
                "", "floating point"},
        Reading{"Float", "", R"(<value floatvalue="5.0" known="true"/>)", "", "floating point"},
        Reading{"Symbolic", "", R"(<value symbolic="3" symbolic-delta="2" bound="Point" known="true" path="0"/>)",
                "== y + 2", ""},
        Reading{"SymbolicBelow", "",
                R"(<value symbolic="3" symbolic-delta="0" bound="Lower" impossible="true" path="0"/>)", "< y", ""},
        Reading{"SymbolicExpression", "",
                R"(<value symbolic="2" symbolic-delta="0" bound="Point" known="true" path="0"/>)", "",
                "symbolic with an expression"},
        Reading{"SymbolicNowhere", "", R"(<value symbolic="77" symbolic-delta="0" bound="Point" known="true"/>)", "",
                "symbolic without a token"},
        Reading{"NoNumber", "", R"(<value intvalue="many" known="true"/>)", "", "not a number"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(CppcheckDump, OfAFileWithoutCodeHasNoFacts) {
  Claims claims;
  EXPECT_TRUE(read_cppcheck_dump("<dumps><platform/><rawtokens/><suppressions/></dumps>", "a.c", claims));
  EXPECT_TRUE(claims.facts.empty());
  EXPECT_FALSE(read_cppcheck_dump("<dumps><platform/></dumps>", "a.c", claims)) << "it is not complete";
}

TEST(CppcheckDump, ACastOfAVariableIsNoCall) {
  for (const bool cast : {true, false}) {
    Claims claims;
    const std::string xml = R"(<dumps><dump cfg=""><tokenlist>
      <token id="1" file="a.c" linenr="1" column="5" str="(" values="v" astOperand1="2")" +
                            std::string(cast ? " isCast=\"true\"" : "") + R"(/>
      <token id="2" file="a.c" linenr="1" column="12" str="x" type="name" astParent="1"/>
    </tokenlist><valueflow><values id="v"><value intvalue="7" bound="Point" known="true"/></values></valueflow></dump></dumps>)";
    ASSERT_TRUE(read_cppcheck_dump(xml, "a.c", claims).ok());
    ASSERT_EQ(claims.facts.size(), 1U);
    EXPECT_EQ(claims.facts[0].subject.operation, cast ? "cast" : "call");
    EXPECT_EQ(claims.facts[0].subject.text, cast ? "(cast)x" : "x()");
  }
}

TEST(CppcheckDump, OneMeansTrueInACondition) {
  Claims claims;
  const std::string xml = R"(<dumps><dump cfg=""><tokenlist>
      <token id="1" file="a.c" linenr="1" column="5" str="x" type="name" values="v" astParent="2"/>
      <token id="2" file="a.c" linenr="1" column="7" str="&amp;&amp;" astOperand1="1" astOperand2="3"/>
      <token id="3" file="a.c" linenr="1" column="10" str="y" type="name"/>
    </tokenlist><valueflow><values id="v"><value intvalue="1" bound="Point" known="true"/></values></valueflow></dump></dumps>)";
  ASSERT_TRUE(read_cppcheck_dump(xml, "a.c", claims).ok());
  ASSERT_EQ(claims.facts.size(), 1U);
  EXPECT_EQ(to_text(claims.facts[0].property), "is true");
}

TEST(CppcheckDump, PointersThatAreEqual) {
  const auto claimed = [](const std::string& delta, const std::string& rest) {
    Claims claims;
    const std::string xml = R"(<dumps><dump cfg=""><tokenlist>
      <token id="1" file="a.c" linenr="1" column="5" str="p" type="name" varId="1" valueType-type="int" valueType-pointer="1" values="v"/>
      <token id="3" file="a.c" linenr="1" column="10" str="q" type="name" varId="2" valueType-type="int" valueType-pointer="1"/>
    </tokenlist><valueflow><values id="v"><value symbolic="3" symbolic-delta=")" +
                            delta + "\" bound=" + rest + R"( path="0"/></values></valueflow></dump></dumps>)";
    EXPECT_TRUE(read_cppcheck_dump(xml, "a.c", claims).ok());
    return claims.facts.empty() ? claims.unread.at(0).first : to_text(claims.facts[0].property);
  };
  EXPECT_EQ(claimed("0", R"("Point" known="true")"), "has the address of q");
  EXPECT_EQ(claimed("0", R"("Point" impossible="true")"), "!= q");
  EXPECT_EQ(claimed("1", R"("Point" known="true")"), "a difference of pointers") << "of elements, not of bytes";
  EXPECT_EQ(claimed("0", R"("Upper" impossible="true")"), "a bound of pointers");
}

TEST(CppcheckDump, OfOtherFilesAndHalfADumpAreNotRead) {
  Claims claims;
  ASSERT_TRUE(
      read_cppcheck_dump(dump_with("values=\"v\"", R"(<value intvalue="5" known="true"/>)"), "b.c", claims).ok());
  EXPECT_TRUE(claims.facts.empty());
  const std::string whole = dump_with("", "");
  EXPECT_FALSE(read_cppcheck_dump(whole.substr(0, whole.size() / 2), "a.c", claims).ok());
  EXPECT_FALSE(read_cppcheck_dump("", "a.c", claims).ok());
  EXPECT_FALSE(read_cppcheck_dump("<dumps/>", "a.c", claims).ok());
}

TEST(CppcheckErrors, SayWhichConditionsAreAlwaysTrue) {
  Claims claims;
  const std::string xml = R"(<results version="2"><errors>
    <error id="knownConditionTrueFalse" msg="Condition 'x&gt;2' is always true"><location file="a.c" line="4" column="9"/>
      <location file="a.c" line="1" column="1"/></error>
    <error id="incorrectLogicOperator" msg="Logical conjunction always evaluates to false: x."><location file="a.c" line="5" column="6"/></error>
    <error id="unusedVariable" msg="Unused variable: z"><location file="a.c" line="2" column="7"/></error>
  </errors></results>)";
  ASSERT_TRUE(read_cppcheck_errors(xml, "<dumps/>", "a.c", claims).ok());
  ASSERT_EQ(claims.facts.size(), 2U);
  EXPECT_EQ(to_text(claims.facts[0]),
            "a.c:4:9: what stands here is true (must; knownConditionTrueFalse; if no undefined behaviour so far)");
  EXPECT_EQ(to_text(claims.facts[1].property), "is false");
}

TEST(CppcheckErrors, AreNotTakenForMoreThanTheySay) {
  Claims claims;
  const std::string xml = R"(<results version="2"><errors>
    <error id="redundantCondition" msg="Redundant condition: If 'x &gt;= 1', the comparison 'x &gt; 0' is always true."><location file="a.c" line="4" column="9"/></error>
    <error id="invalidTestForOverflow" msg="Invalid test; compilers assume it's always false."><location file="a.c" line="5" column="9"/></error>
    <error id="compareValueOutOfTypeRangeError" msg="Comparing expression of type 'signed char' against value 200. Condition is always false."><location file="a.c" line="7" column="9"/></error>
    <error id="comparisonError" msg="Expression '(X &amp; 0x6) == 0x1' is always false."><location file="a.c" line="8" column="5"/></error>
  </errors></results>)";
  const std::string dump = R"(<dumps><dump cfg=""><tokenlist>
    <token id="1" file="a.c" linenr="7" column="5" str="x" astParent="2"/>
    <token id="2" file="a.c" linenr="7" column="7" str="&gt;" isComparisonOp="true"/>
    <token id="3" file="a.c" linenr="7" column="9" str="200" astParent="2"/>
    <token id="4" file="a.c" linenr="8" column="3" str="x" astParent="5"/>
    <token id="5" file="a.c" linenr="8" column="5" str="&amp;" astParent="6"/>
    <token id="6" file="a.c" linenr="8" column="10" str="==" isComparisonOp="true"/>
  </tokenlist></dump></dumps>)";
  ASSERT_TRUE(read_cppcheck_errors(xml, dump, "a.c", claims).ok());
  ASSERT_EQ(claims.facts.size(), 2U);
  EXPECT_EQ(claims.facts[0].place.column, 7U);
  EXPECT_EQ(claims.facts[1].place.column, 10U);
  ASSERT_EQ(claims.unread.size(), 1U);
  EXPECT_EQ(claims.unread[0].second, 2U);
}

TEST(CppcheckDump, SaysNothingOfEqualityAcrossSigns) {
  // `(unsigned)x == x` holds in C for each x, -1 included: both are 4294967295. `(unsigned char)x == x` does not.
  const auto facts_of = [](const std::string& type) {
    Claims claims;
    const std::string dump = R"(<dumps><dump cfg=""><tokenlist>
      <token id="1" file="a.c" linenr="1" column="1" str="(" type="op" values="8" astOperand1="2" valueType-sign="unsigned" valueType-type=")" +
                             type + R"("/>
      <token id="2" file="a.c" linenr="1" column="9" str="x" type="name" varId="1" astParent="1" valueType-sign="signed" valueType-type="int"/>
      </tokenlist><valueflow>
      <values id="8"><value symbolic="2" symbolic-delta="0" bound="Point" known="true" path="0"/></values>
      </valueflow></dump></dumps>)";
    EXPECT_TRUE(read_cppcheck_dump(dump, "a.c", claims).ok());
    return claims.facts.size();
  };
  EXPECT_EQ(facts_of("int"), 0U);
  EXPECT_EQ(facts_of("char"), 1U);
}

TEST(CppcheckDump, SaysNothingOfAProductBehindAMergedSign) {
  // `p + -4 * 11` is `p - 4 * 11` to Cppcheck: its product is 44, that of C is -44.
  Claims claims;
  const std::string dump = R"(<dumps><rawtokens><file index="0" name="a.c"/>
    <tok fileIndex="0" linenr="1" column="1" str="p"/><tok fileIndex="0" linenr="1" column="3" str="+"/>
    <tok fileIndex="0" linenr="1" column="5" str="-"/><tok fileIndex="0" linenr="1" column="6" str="4"/>
    <tok fileIndex="0" linenr="1" column="8" str="*"/><tok fileIndex="0" linenr="1" column="10" str="11"/></rawtokens>
    <dump cfg=""><tokenlist>
    <token id="1" file="a.c" linenr="1" column="1" str="p" type="name" astParent="2"/>
    <token id="2" file="a.c" linenr="1" column="3" str="-" type="op" values="8" astOperand1="1" astOperand2="4"/>
    <token id="3" file="a.c" linenr="1" column="6" str="4" type="number" astParent="4"/>
    <token id="4" file="a.c" linenr="1" column="8" str="*" type="op" values="9" astParent="2" astOperand1="3" astOperand2="5"/>
    <token id="5" file="a.c" linenr="1" column="10" str="11" type="number" astParent="4"/>
    </tokenlist><valueflow>
    <values id="8"><value intvalue="1" bound="Point" known="true" path="0"/></values>
    <values id="9"><value intvalue="44" bound="Point" known="true" path="0"/></values>
    </valueflow></dump></dumps>)";
  ASSERT_TRUE(read_cppcheck_dump(dump, "a.c", claims).ok());
  ASSERT_EQ(claims.facts.size(), 1U);
  EXPECT_EQ(claims.facts[0].place.column, 3U);
  ASSERT_EQ(claims.unread.size(), 1U);
  EXPECT_EQ(claims.unread[0].first, "behind a merged sign");
}

/// `const std::set<int> x;`: the class names the container, which distinguishes causes.
TEST(CppcheckDump, NamesTheContainerWhoseSizeItReads) {
  std::string dump =
      dump_with("values=\"v\" variable=\"7\"", R"(<value container-size="2" bound="Point" known="true" path="0"/>)");
  dump.replace(dump.find("<tokenlist>"), 11, R"(<tokenlist>
    <token id="11" file="a.c" linenr="1" column="7" str="std" type="name"/>
    <token id="12" file="a.c" linenr="1" column="10" str="::" type="op"/>
    <token id="13" file="a.c" linenr="1" column="12" str="set" type="name"/>)");
  dump.replace(dump.find("<valueflow>"), 11, R"(<variables><var id="7" typeStartToken="11"/></variables><valueflow>)");
  Claims claims;
  ASSERT_TRUE(read_cppcheck_dump(dump, "a.c", claims).ok());
  ASSERT_EQ(claims.facts.size(), 1U);
  EXPECT_EQ(class_of(claims.facts[0]), "values of size of variable as set by known");
  EXPECT_EQ(claims.facts[0].subject.measure, Subject::Measure::ContainerSize);
}

}  // namespace
}  // namespace assay::analyzer
